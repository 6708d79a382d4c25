//! Randomness in: the operating system, NIST's Hash_DRBG, and the protocol's stream of words.
