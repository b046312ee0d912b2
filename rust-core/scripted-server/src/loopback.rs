//! Ports of this machine that are given out once.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

/// The first port: below those that any system assigns automatically (from 32,768 on Linux, from
/// 49,152 elsewhere).
const FIRST: u32 = 20_000;

/// How many there are.
const PORTS: u32 = 12_000;

/// How many were tried in this process.
static TRIED: AtomicU32 = AtomicU32::new(0);

/// Listens at a port of loopback that nobody in this process had before.
///
/// A port that the system picks is picked again soon after it was closed. A test whose server is
/// gone, and that expects no answer or the return of the same server, would then meet the server of
/// a parallel test.
///
/// # Errors
/// If no port can be opened.
pub fn listen() -> io::Result<TcpListener> {
    // Tests of several processes begin at places of their own.
    let process = std::process::id().wrapping_mul(97);
    for _ in 0..PORTS {
        let tried = TRIED.fetch_add(1, Ordering::Relaxed);
        let port = FIRST + process.wrapping_add(tried) % PORTS;
        let port = u16::try_from(port).expect("the last port is below 65,536");
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            // Taken, or reserved by the system.
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::AddrInUse | io::ErrorKind::PermissionDenied
                ) => {}
            result => return result,
        }
    }
    Err(io::Error::new(io::ErrorKind::AddrInUse, "no port of loopback is free"))
}

/// Listens at `port`; 0 takes one as [`listen`] does.
pub(crate) fn listen_at(port: u16) -> io::Result<TcpListener> {
    if port == 0 { listen() } else { TcpListener::bind((Ipv4Addr::LOCALHOST, port)) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::listen;

    #[test]
    fn a_port_that_was_closed_is_not_given_out_again() {
        let ports: BTreeSet<u16> =
            (0..100).map(|_| listen().unwrap().local_addr().unwrap().port()).collect();
        assert_eq!(ports.len(), 100);
    }
}
