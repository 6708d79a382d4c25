#!/usr/bin/env bash
# Carries out audit/fairness/plan.md: run.sh TOOL FOLDER [dieharder|nist|exam ..]
#
# TOOL is the fairdraw to test; results go to FOLDER, and files that are there already are kept and not run again. Installs nothing: it
# says what is missing. PYTHON names a Python that has the package sp80022suite; otherwise python3 is tried.
set -euo pipefail
export LC_ALL=C

usage="usage: audit/fairness/run.sh TOOL FOLDER [dieharder] [nist] [exam]"
(($# >= 2)) || { echo "$usage" >&2; exit 2; }
tool=$(realpath "$1")
folder=$2
shift 2
parts=("$@")
((${#parts[@]})) || parts=(dieharder nist exam)
here=$(realpath "$(dirname "$0")")
python=${PYTHON:-python3}
readonly VALUES=77 # of dieharder, in the plan
mkdir -p "$folder"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The words of a run: those of the seed file that names it.
words() { # RUN [OPTION ..]
    printf 'fairdraw fairness plan 1, %s\n' "$1" > "$work/seed.txt"
    "$tool" emit words --seed-file "$work/seed.txt" "${@:2}"
}

# One run of dieharder, kept as it was written.
dieharder_run() { # FILE RUN OPTION ..
    local file="$folder/dieharder/$1" run=$2
    shift 2
    [[ -e $file ]] && return
    words "$run" --byte-order little32 | dieharder -g 200 "$@" > "$work/out"
    mv "$work/out" "$file"
    verdicts < "$file" | sed "s/^/$run: /"
}

# The lines with a verdict, numbered: test, tuple, p-value, verdict.
verdicts() { awk -F'|' '/PASSED|WEAK|FAILED/ { gsub(/ /, ""); print ++line, $1, $2, $5, $6 }'; }

tests() {
    local test tuple
    for test in 0 1 2 3 4 8 9 10 11 12 13 15 16 17 100 101 102; do echo "-d $test"; done
    for tuple in 1 2 4 8 12; do echo "-d 200 -n $tuple"; done
    for tuple in 2 3 4 5; do echo "-d 201 -n $tuple"; done
    for tuple in 2 3 4 5; do echo "-d 202 -n $tuple"; done
    for tuple in 0 1 2 4 8 16 32; do echo "-d 203 -n $tuple"; done
    for test in 204 205 206 207 208 209; do echo "-d $test"; done
}

run_dieharder() {
    command -v dieharder > /dev/null || { echo "missing: dieharder (Debian: apt-get install dieharder)"; return 1; }
    mkdir -p "$folder/dieharder"
    local options name failed=0 weak=0 passed=0
    [[ -e $folder/dieharder/control-bytes.txt ]] ||
        words "control bytes" --byte-order little32 | tr '\000' '\001' | dieharder -g 200 -d 205 > "$folder/dieharder/control-bytes.txt"
    [[ -e $folder/dieharder/control-bit.txt ]] ||
        words "control bit" --byte-order little32 | tr '\200-\377' '\000-\177' | dieharder -g 200 -d 100 > "$folder/dieharder/control-bit.txt"
    while read -r options; do
        name=$(tr -d ' ' <<< "${options#-}" | tr - _)
        # shellcheck disable=SC2086 # several words
        dieharder_run "$name.txt" "dieharder $options" $options < /dev/null
        if grep -q WEAK "$folder/dieharder/$name.txt"; then
            # shellcheck disable=SC2086
            dieharder_run "$name.second-look.txt" "dieharder $options, second look" $options < /dev/null
        fi
    done < <(tests)

    {
        for control in bytes bit; do
            echo "control $control: $(verdicts < "$folder/dieharder/control-$control.txt")"
        done
        while read -r options; do
            name=$(tr -d ' ' <<< "${options#-}" | tr - _)
            local first="$folder/dieharder/$name.txt" second="$folder/dieharder/$name.second-look.txt"
            while read -r line test tuple value verdict; do
                if [[ $verdict == PASSED ]]; then
                    passed=$((passed + 1))
                elif [[ $verdict == WEAK ]]; then
                    weak=$((weak + 1))
                    local again
                    again=$(verdicts < "$second" | awk -v line="$line" '$1 == line { print $4, $5 }')
                    echo "weak: $options: $test $tuple $value, second look: $again"
                    [[ $again == *PASSED ]] || failed=$((failed + 1))
                else
                    echo "failed: $options: $test $tuple $value"
                    failed=$((failed + 1))
                fi
            done < <(verdicts < "$first")
        done < <(tests)
        echo "p-values: $passed PASSED, $weak WEAK, of $VALUES"
        ((passed + weak + failed >= VALUES)) || { echo "p-values are missing"; failed=$((failed + 1)); }
        grep -q FAILED "$folder/dieharder/control-bytes.txt" && grep -q FAILED "$folder/dieharder/control-bit.txt" ||
            { echo "a control did not fail: this part counts for nothing"; failed=$((failed + 1)); }
        if ((failed)); then echo "result: FAILURE ($failed)"; else echo "result: no failure"; fi
    } | tee "$folder/dieharder/summary.txt"
    ! grep -q '^result: FAILURE' "$folder/dieharder/summary.txt"
}

run_nist() {
    "$python" -c 'import sp80022suite' 2> /dev/null ||
        { echo "missing: the Python package sp80022suite (pip install sp80022suite==0.0.8; then PYTHON=.. run.sh)"; return 1; }
    if [[ ! -e $folder/nist.txt ]]; then
        words nist --bytes 12500000 --output "$work/nist.bin"
        words "nist, second look" --bytes 12500000 --output "$work/nist-second-look.bin"
        words "control nist" --bytes 1250000 --output "$work/control-nist.bin"
        "$python" "$here/nist.py" "$work/nist.bin" "$work/nist-second-look.bin" "$work/control-nist.bin" > "$work/out" || true
        # What broke off is no result.
        tail -1 "$work/out" | grep -q '^result: ' || { echo "nist.py broke off"; return 1; }
        mv "$work/out" "$folder/nist.txt"
    fi
    tail -1 "$folder/nist.txt"
    grep -q '^result: no failure' "$folder/nist.txt"
}

# One run of the exam, kept as it was written, with its exit status behind it.
exam_run() { # NAME OBSERVATIONS EMIT-ARGUMENTS EXAM-ARGUMENTS
    local file="$folder/exam/${1// /-}.txt" status=0
    [[ -e $file ]] && return
    printf 'fairdraw fairness plan 1, exam %s\n' "$1" > "$work/seed.txt"
    # shellcheck disable=SC2086 # several words
    "$tool" emit $3 --seed-file "$work/seed.txt" --quiet |
        prepared "$1" | (cd "$work" && "$tool" exam - $4 --count "$2" --level 0.001) > "$work/out" || status=$?
    echo "exit status: $status" >> "$work/out"
    mv "$work/out" "$file"
}

# Lines as the exam takes them: hands without commas; of the control every 100th is the list in its order.
prepared() { # NAME
    case $1 in
        control*) awk 'NR % 100 == 0 { for (i = 1; i < 52; i++) printf "%d ", i; print 52; next } { print }' || true ;;
        hands*) tr , ' ' || true ;;
        *) cat || true ;;
    esac
}

run_exam() {
    local name count emit exam status failed=0
    mkdir -p "$folder/exam"
    for suit in S H D C; do printf "%s$suit\n" A 2 3 4 5 6 7 8 9 T J Q K; done > "$work/cards.txt"
    while IFS='|' read -r name count emit exam; do
        exam_run "$name" "$count" "$emit" "$exam" < /dev/null
        status=$(sed -n 's/^exit status: //p' "$folder/exam/${name// /-}.txt")
        echo "$name: $(head -1 "$folder/exam/${name// /-}.txt") (exit status $status)"
        if [[ $name == control* ]]; then ((status == 1)) || failed=1; else ((status == 0)) || failed=1; fi
    done > "$work/summary" << 'END'
control shuffles|100000|shuffles --of 52|--items 52
shuffles 3|1000000|shuffles --of 3|--items 3
shuffles 5|1000000|shuffles --of 5|--items 5
shuffles 8|1000000|shuffles --of 8|--items 8
shuffles 52|1000000|shuffles --of 52|--items 52
shuffles 1000|20000|shuffles --of 1000|--items 1000
samples 6 of 49|1000000|samples --size 6 --of 49|--sample 6 --of 49
set 6 of 49|1000000|samples --size 6 --of 49 --sorted|--sample 6 --of 49 --set
set 20 of 80|500000|samples --size 20 --of 80 --sorted|--sample 20 --of 80 --set
hands 4 by 13|500000|hands --players 4 --cards 13|--list cards.txt
hands 1 by 5|1000000|hands --players 1 --cards 5|--list cards.txt --sample 5
numbers 1-6|10000000|numbers --range 1-6|--numbers 1-6
numbers 1-6 batch|10000000|numbers --range 1-6 --batch|--numbers 1-6
numbers 0-36|10000000|numbers --range 0-36|--numbers 0-36
numbers 1-80 batch|10000000|numbers --range 1-80 --batch|--numbers 1-80
numbers 0-999999999|10000000|numbers --range 0-999999999|--numbers 0-999999999
END
    if ((failed)); then echo "result: FAILURE"; else echo "result: no failure"; fi >> "$work/summary"
    tee "$folder/exam/summary.txt" < "$work/summary"
    ((failed == 0))
}

{
    "$tool" --version
    sha256sum "$here/plan.md" | sed 's,  .*,  plan.md,'
    if command -v dieharder > /dev/null; then
        dieharder -l | sed -n 's/^# *\(dieharder version [^ ]*\).*/\1/p'
        dpkg-query --show --showformat 'Debian package dieharder ${Version}\n' dieharder 2> /dev/null || true
    fi
    uname -sm
} > "$folder/versions.txt"

status=0
for part in "${parts[@]}"; do
    case $part in
        dieharder | nist | exam) "run_$part" || status=1 ;;
        *) echo "$usage" && exit 2 ;;
    esac
done
exit $status
