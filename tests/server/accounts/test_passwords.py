"""Passwords are hashed and checked."""

from purrlab.server.accounts.passwords import check_password, hash_password


def test_passwords() -> None:
    stored = hash_password("nine lives")
    assert check_password(stored, "nine lives")
    assert not check_password(stored, "ten lives")
    assert not check_password(None, "nine lives")
    assert not check_password("no hash", "nine lives")
