"""Questions to a person at a terminal."""

import click


class Quit(Exception):
    """The player wants to stop."""


def prompt(question: str) -> str:
    """What is typed, in small letters and with single spaces. The end of input and Ctrl-C are a goodbye."""
    try:
        text: str = click.prompt(question, prompt_suffix=" ", default="", show_default=False)
    except click.Abort:
        raise Quit from None
    return " ".join(text.lower().split())
