//! No OpenSSL and no second library of cryptography is in the program: inside
//! the editor its symbols would be next to those of the engine's own.
#![cfg(target_os = "linux")]

/// Names that OpenSSL, BoringSSL and LibreSSL all have.
const OF_OPENSSL: [&str; 10] = [
    "SSL_new",
    "SSL_CTX_new",
    "SSL_read",
    "EVP_DigestInit_ex",
    "EVP_EncryptInit_ex",
    "BN_new",
    "RSA_new",
    "X509_new",
    "CRYPTO_free",
    "OPENSSL_init_ssl",
];

/// Finds a symbol's name, or its beginning, in the tables of a program.
fn holds(program: &[u8], name: &str, ending: &str) -> bool {
    let wanted = format!("\0{name}{ending}").into_bytes();
    memchr::memmem::find(program, &wanted).is_some()
}

#[test]
fn the_program_holds_no_symbol_of_openssl_or_aws_lc() {
    let program = std::fs::read(env!("CARGO_BIN_EXE_vibeue")).expect("it was built for this test");
    // The tables are there and are read.
    assert!(holds(&program, "ring_core_", ""), "no symbol of ring is found");
    let found: Vec<&str> =
        OF_OPENSSL.into_iter().filter(|name| holds(&program, name, "\0")).collect();
    assert_eq!(found, [] as [&str; 0]);
    assert!(!holds(&program, "aws_lc_", ""), "aws-lc is linked");
    for library in ["libssl.so", "libcrypto.so"] {
        assert!(!holds(&program, library, ""), "{library} is needed");
    }
}
