"""Where the server may listen, and what it says when it cannot."""

import pytest

from nukki.errors import BackendError, InputError
from nukki.server import listen


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("127.9.9.9", "127.9.9.9"),
        ("localhost", "127.0.0.1"),
        ("LocalHost", "127.0.0.1"),
        ("::1", "::1"),
        ("[::1]", "::1"),
        ("0.0.0.0", None),
        ("::", None),
        ("", None),
        ("192.168.0.7", None),
        ("8.8.8.8", None),
        ("example.com", None),
        ("localhost.example.com", None),
        ("127.0.0.1 ", None),
    ],
)
def test_only_addresses_of_this_machine_are_listened_on(host, address):
    if address is not None:
        assert listen.loopback(host) == address
        return
    with pytest.raises(InputError) as refused:
        listen.bind(host, 0)
    assert refused.value.code == "serve-not-loopback"


def test_a_port_that_is_taken_is_told():
    with listen.bind("127.0.0.1", 0) as bound:
        port = bound.getsockname()[1]
        assert listen.url(bound) == f"http://127.0.0.1:{port}/"
        with pytest.raises(BackendError) as refused:
            listen.bind("127.0.0.1", port)
    assert (refused.value.code, refused.value.exit_status) == ("serve-port-taken", 3)
    assert str(port) in refused.value.message("ko")
