"""SVG as plain strings."""

from xml.sax.saxutils import escape, quoteattr


def element(name: str, *children: str, **attributes: object) -> str:
    """One element. ``stroke_width`` stands for ``stroke-width``; an attribute that is None is left out."""
    named = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_text(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{named}>{''.join(children)}</{name}>" if children else f"<{name}{named}/>"


def _text(value: object) -> str:
    return f"{value:.5g}" if isinstance(value, float) else str(value)


def words(name: str, text: str) -> str:
    """An element of text, such as a title."""
    return f"<{name}>{escape(text)}</{name}>"


def label(text: str, x: float, y: float, size: float, fill: str, **attributes: object) -> str:
    """A line of text; ``text_anchor`` says which part of it stands at the place."""
    return element("text", escape(text), x=x, y=y, font_size=size, fill=fill, **attributes)


def group(*children: str, **attributes: object) -> str:
    return element("g", *children, **attributes)


def circle(x: float, y: float, radius: float, fill: str, **attributes: object) -> str:
    return element("circle", cx=x, cy=y, r=radius, fill=fill, **attributes)


def ellipse(x: float, y: float, across: float, down: float, fill: str, **attributes: object) -> str:
    return element("ellipse", cx=x, cy=y, rx=across, ry=down, fill=fill, **attributes)


def box(x: float, y: float, width: float, height: float, fill: str, **attributes: object) -> str:
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **attributes)


def path(course: str, fill: str, **attributes: object) -> str:
    return element("path", d=course, fill=fill, **attributes)


def line(course: str, stroke: str, width: float, **attributes: object) -> str:
    return path(course, "none", stroke=stroke, stroke_width=width, stroke_linecap="round", **attributes)
