#!/usr/bin/env bash
# Makes the time stamps in this folder with OpenSSL, from keys that are thrown away: cli/tests/data/timestamps/make.sh
#
# Needs openssl 3.0 and, for `openssl ts`, which stamps with the computer's time, faketime. Every run makes other keys, so
# other files. They are of the commit file of audit/vectors/files/valid-drand, whose round was due at 2024-10-14T17:13:33Z.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
draw=$here/../../../../audit/vectors/files/valid-drand
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$draw"/*.commit "$work/draw.commit"
cd "$work"

cat >openssl.cnf <<'CNF'
oid_section = oids
[oids]
[req]
distinguished_name = none
[none]
[ca]
default_ca = all
[all]
new_certs_dir = .
database = index.txt
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
copy_extensions = none
[any]
countryName = optional
organizationName = optional
commonName = supplied
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[short]
basicConstraints = critical, CA:TRUE, pathlen:0
keyUsage = critical, keyCertSign, cRLSign
subjectKeyIdentifier = hash
[stamps]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
subjectKeyIdentifier = hash
[plain]
basicConstraints = CA:FALSE
subjectKeyIdentifier = hash
[loose]
extendedKeyUsage = timeStamping
[mixed]
extendedKeyUsage = critical, timeStamping, emailProtection
[encrypts]
keyUsage = critical, keyEncipherment
extendedKeyUsage = critical, timeStamping
[tsa]
default_tsa = here
[here]
serial = serial
policy_id = 1.2.3.4
default_policy = 1.2.3.4
digests = sha1, sha256, sha384, sha512
accuracy = secs:1, millisecs:500, microsecs:100
ess_cert_id_alg = sha1
ess_cert_id_chain = no
ordering = no
tsa_name = yes
CNF
touch index.txt
echo 0A51 >serial

# certificate NAME KEY-OPTIONS EXTENSIONS SUBJECT ISSUER [FIRST LAST]: an issuer of its own name is itself.
certificate() {
    local name=$1 key=$2 kind=$3 subject=$4 issuer=$5 first=${6:-20240101000000Z} last=${7:-20991231235959Z}
    # shellcheck disable=SC2086
    openssl genpkey -algorithm $key -out "$name.key" 2>>log
    openssl req -new -config openssl.cnf -key "$name.key" -subj "$subject" -out "$name.csr"
    if [[ $issuer == "$name" ]]; then
        openssl ca -batch -notext -config openssl.cnf -selfsign -keyfile "$name.key" -in "$name.csr" -extensions "$kind" \
            -startdate "$first" -enddate "$last" -out "$name.pem" 2>>log
    else
        openssl ca -batch -notext -config openssl.cnf -cert "$issuer.pem" -keyfile "$issuer.key" -in "$name.csr" \
            -extensions "$kind" -startdate "$first" -enddate "$last" -out "$name.pem" ${DIGEST:+-md $DIGEST} 2>>log
    fi
}
rsa="RSA -pkeyopt rsa_keygen_bits:2048"
p256="EC -pkeyopt ec_paramgen_curve:P-256"
p384="EC -pkeyopt ec_paramgen_curve:P-384"
p521="EC -pkeyopt ec_paramgen_curve:P-521"
certificate rsa-root "$rsa" root "/C=AA/O=Example Trust/CN=Root" rsa-root
certificate rsa-issuer "$rsa" short "/C=AA/O=Example Trust/CN=Issuer of time stamps" rsa-root
certificate rsa-signer "$rsa" stamps "/C=AA/O=Example Trust/CN=Time stamps" rsa-issuer
certificate ec-root "$p384" root "/O=Example Time/CN=Root" ec-root
DIGEST=sha384 certificate ec-signer "$p256" stamps "/O=Example Time/CN=Clock" ec-root
certificate ec-signer-384 "$p384" stamps "/O=Example Time/CN=Clock 2" ec-root
certificate other-root "$p256" root "/O=Example Time/CN=Root" other-root
certificate expired-signer "$p256" stamps "/O=Example Time/CN=Old clock" ec-root 20240101000000Z 20241014170000Z
certificate early-signer "$p256" stamps "/O=Example Time/CN=Next clock" ec-root 20241014172000Z 20301231235959Z
certificate plain-signer "$p256" plain "/O=Example Time/CN=Server" ec-root
certificate loose-signer "$p256" loose "/O=Example Time/CN=Loose" ec-root
certificate mixed-signer "$p256" mixed "/O=Example Time/CN=Mixed" ec-root
certificate encrypts-signer "$p256" encrypts "/O=Example Time/CN=Encrypts" ec-root
certificate old-root "$p256" root "/O=Example Time/CN=Old root" old-root 20240101000000Z 20241014170000Z
certificate old-root-signer "$p256" stamps "/O=Example Time/CN=Clock of the old root" old-root
certificate leaf "$p256" plain "/O=Example Time/CN=Leaf" ec-root
certificate under-leaf "$p256" stamps "/O=Example Time/CN=Under a leaf" leaf
certificate short-root "$p256" short "/O=Example Time/CN=Short root" short-root
certificate below-short "$p256" root "/O=Example Time/CN=Below" short-root
certificate long-signer "$p256" stamps "/O=Example Time/CN=Long way" below-short
certificate curve-signer "$p521" stamps "/O=Example Time/CN=Other curve" ec-root

# stamp NAME SIGNER TIME HASH [CHAIN..]: an answer of `openssl ts`, made at that time.
stamp() {
    local name=$1 signer=$2 time=$3 hash=$4
    shift 4
    cat "$@" </dev/null >chain.pem
    openssl ts -query -config openssl.cnf -data "${DATA:-draw.commit}" -"$hash" -cert -out query 2>>log
    faketime "$time UTC" openssl ts -reply -config openssl.cnf -queryfile query -signer "$signer.pem" \
        -inkey "$signer.key" -"${SIGNED_BY:-sha256}" ${1:+-chain chain.pem} -out "$here/$name.tsr" 2>>log
}
export TZ=UTC
stamp rsa rsa-signer "2024-10-14 17:00:00" sha256 rsa-issuer.pem
SIGNED_BY=sha384 stamp ec ec-signer-384 "2024-10-14 17:00:00" sha384
SIGNED_BY=sha512 stamp rsa-512 rsa-signer "2024-10-14 17:00:00" sha512 rsa-issuer.pem
stamp late ec-signer "2024-10-14 17:13:32" sha256
stamp sha-1 ec-signer "2024-10-14 17:00:00" sha1
printf 'another file\n' >another
DATA=another stamp other-file ec-signer "2024-10-14 17:00:00" sha256
sed 's/$/\r/' draw.commit >crlf
DATA=crlf stamp crlf ec-signer "2024-10-14 17:00:00" sha256

# What `openssl ts` doesn't sign: a statement of our own as a signed message.
imprint=$(openssl dgst -sha256 -r draw.commit | cut -c1-64)
cat >statement.cnf <<CNF
asn1 = SEQUENCE:statement
[statement]
version = INTEGER:1
policy = OID:1.2.3.4
imprint = SEQUENCE:imprint
serial = INTEGER:7
time = GENTIME:20241014170100Z
[imprint]
algorithm = SEQUENCE:sha256
hash = FORMAT:HEX,OCT:$imprint
[sha256]
id = OID:2.16.840.1.101.3.4.2.1
null = NULL
CNF
openssl asn1parse -genconf statement.cnf -noout -out statement
# sign NAME SIGNER [OPTIONS..]
sign() {
    local name=$1 signer=$2
    shift 2
    openssl cms -sign -in statement -binary -nodetach -nosmimecap -outform DER -signer "$signer.pem" -inkey "$signer.key" \
        -md sha256 -econtent_type 1.2.840.113549.1.9.16.1.4 "$@" -out "$here/$name.tst"
}
sign ess-2 ec-signer -cades
sign key-id ec-signer -cades -keyid
sign no-certificate ec-signer -cades -nocerts
sign no-ess ec-signer
sign no-attributes ec-signer -noattr
sign expired expired-signer -cades
sign early early-signer -cades
sign no-purpose plain-signer -cades
sign purpose-not-critical loose-signer -cades
sign purpose-not-sole mixed-signer -cades
sign key-not-for-signatures encrypts-signer -cades
sign old-root old-root-signer -cades
sign under-leaf under-leaf -cades -certfile leaf.pem
sign long-way long-signer -cades -certfile below-short.pem
sign other-curve curve-signer -cades -md sha512
sign rsa-pss rsa-signer -cades -certfile rsa-issuer.pem -keyopt rsa_padding_mode:pss
openssl cms -sign -in statement -binary -nodetach -outform DER -signer ec-signer.pem -inkey ec-signer.key -md sha256 -cades \
    -out "$here/no-time-stamp.tst"

{ echo "-----BEGIN CMS-----"; openssl base64 -in "$here/ess-2.tst"; echo "-----END CMS-----"; } >"$here/ess-2.pem"
cp rsa-root.pem rsa-issuer.pem ec-root.pem ec-signer.pem other-root.pem old-root.pem leaf.pem short-root.pem "$here"
openssl x509 -in ec-root.pem -outform DER -out "$here/ec-root.der"

# OpenSSL's own opinion of what should hold.
cd "$here"
for pair in "rsa.tsr rsa-root" "rsa-512.tsr rsa-root" "ec.tsr ec-root"; do
    set -- $pair
    faketime "2024-10-14 18:00:00" openssl ts -verify -in "$1" -data "$work/draw.commit" -CAfile "$2.pem" 2>>"$work/log"
done
faketime "2024-10-14 18:00:00" openssl ts -verify -token_in -in ess-2.tst -data "$work/draw.commit" -CAfile ec-root.pem \
    2>>"$work/log"
# `openssl ts` knows no signer by the identifier of his key.
faketime "2024-10-14 18:00:00" openssl cms -verify -cades -binary -inform DER -in key-id.tst -CAfile ec-root.pem \
    -purpose timestampsign -out /dev/null
