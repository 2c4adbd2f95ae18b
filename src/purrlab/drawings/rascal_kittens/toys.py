"""The ten toys (RK4), each drawn inside a circle of radius 1 around the origin."""

from purrlab.drawings.svg import box, circle, ellipse, group, line, path, words

INK_COLOUR = "#3b3140"


def ball() -> str:
    wedges = (
        ("M0 0L0 -.8A.8 .8 0 0 1 .693 -.4Z", "#f4d35e"),
        ("M0 0L.693 .4A.8 .8 0 0 1 0 .8Z", "#4ea5d9"),
        ("M0 0L-.693 .4A.8 .8 0 0 1 -.693 -.4Z", "#6bbf59"),
    )
    body = circle(0.0, 0.0, 0.8, "#e4572e") + "".join(path(course, fill) for course, fill in wedges)
    return body + circle(0.0, 0.0, 0.16, "#fff") + line("M-.5 -.36A.62 .62 0 0 1 -.2 -.58", "#fff", 0.1)


def car() -> str:
    body = box(-0.85, -0.2, 1.7, 0.46, "#d7263d", rx=0.16) + path("M-.62 -.18L-.38 -.6H.26Q.36 -.6 .6 -.18Z", "#d7263d")
    windows = path("M-.42 -.18L-.28 -.46H-.04V-.18Z", "#bfe3f2") + path("M.08 -.18V-.46H.24L.42 -.18Z", "#bfe3f2")
    wheels = "".join(circle(x, 0.3, 0.23, INK_COLOUR) + circle(x, 0.3, 0.1, "#d9d4cf") for x in (-0.45, 0.45))
    return body + windows + wheels + circle(0.78, 0.02, 0.07, "#f4d35e")


def duck() -> str:
    body = path("M-.85 .05Q-.55 .15 -.3 0Q-.1 -.12 .1 0Q.8 .1 .62 .42Q.45 .72 -.1 .72Q-.75 .72 -.85 .05Z", "#ffd23f")
    head = circle(0.28, -0.3, 0.36, "#ffd23f") + path("M.58 -.36L.92 -.22L.58 -.1Z", "#f3722c")
    wing = path("M-.42 .22Q-.1 .62 .28 .26Q-.06 .3 -.42 .22Z", "#f0b400")
    return body + head + wing + circle(0.38, -0.38, 0.07, INK_COLOUR)


def fish() -> str:
    tail = path("M-.38 0L-.9 -.42Q-.72 0 -.9 .42Z", "#2a7f9e")
    body = ellipse(0.12, 0.0, 0.7, 0.44, "#3da5c4")
    scales = "".join(line(f"M{x} -.24Q{x + 0.2} 0 {x} .24", "#2a7f9e", 0.07) for x in (-0.3, -0.05))
    return tail + path("M-.1 -.4Q.15 -.75 .4 -.36Z", "#2a7f9e") + body + scales + circle(0.52, -0.1, 0.09, INK_COLOUR)


def kite() -> str:
    halves = path("M0 -.88L.5 -.22L0 .4Z", "#9b5de5") + path("M0 -.88L-.5 -.22L0 .4Z", "#c79bf2")
    bars = line("M0 -.88V.4M-.5 -.22H.5", "#5e2ca5", 0.05)
    tail = line("M0 .4Q.3 .52 .05 .66T.15 .92", INK_COLOUR, 0.06)
    bows = path("M.2 .5L.42 .4V.62ZM.2 .5L-.02 .42V.6Z", "#f15bb5")
    return halves + bars + tail + bows


def mouse() -> str:
    tail = line("M-.6 .3Q-.95 .3 -.86 -.06T-.62 -.42", "#c98a8a", 0.09)
    body = path("M-.68 .42Q-.7 -.42 .02 -.42Q.5 -.4 .92 .28Q.9 .44 .7 .44Z", "#9aa0a8")
    ears = circle(0.08, -0.42, 0.25, "#9aa0a8") + circle(0.08, -0.42, 0.14, "#f0b6c0")
    face = circle(0.5, 0.0, 0.07, INK_COLOUR) + circle(0.9, 0.3, 0.08, "#e07a8b")
    return tail + body + ears + face


def robot() -> str:
    head = box(-0.48, -0.62, 0.96, 0.66, "#8ecae6", rx=0.12) + line("M0 -.62V-.82", INK_COLOUR, 0.07)
    eyes = "".join(circle(x, -0.32, 0.14, "#fff") + circle(x, -0.32, 0.07, INK_COLOUR) for x in (-0.22, 0.22))
    mouth = line("M-.22 -.1H.22", INK_COLOUR, 0.07)
    body = box(-0.38, 0.1, 0.76, 0.56, "#5b9bbd", rx=0.1) + circle(0.0, 0.36, 0.13, "#ffb703")
    arms = line("M-.42 .22L-.68 .44M.42 .22L.68 .44", "#5b9bbd", 0.14)
    return arms + head + eyes + mouth + body + circle(0.0, -0.86, 0.1, "#e63946")


def sock() -> str:
    leg = path("M-.3 -.82H.3V.12Q.78 .2 .8 .5Q.8 .78 .5 .78H-.02Q-.36 .74 -.36 .4Z", "#e76f9b")
    stripes = "".join(line(f"M-.28 {y}H.26", "#fff", 0.11, opacity=0.9) for y in (-0.36, -0.08))
    return (
        leg
        + box(-0.36, -0.86, 0.72, 0.24, "#b83b6b", rx=0.1)
        + stripes
        + path("M.52 .18Q.8 .26 .8 .5Q.8 .78 .5 .78Z", "#b83b6b")
    )


def top() -> str:
    body = path("M-.72 -.22Q0 -.56 .72 -.22Q.6 .22 .08 .68H-.08Q-.6 .22 -.72 -.22Z", "#2a9d8f")
    bands = path("M-.72 -.22Q0 .1 .72 -.22Q.7 -.1 .62 .04Q0 .34 -.62 .04Q-.7 -.1 -.72 -.22Z", "#f4a261")
    return (
        line("M0 -.86V-.36", "#8a5a2b", 0.14)
        + body
        + bands
        + line("M0 .68V.88", INK_COLOUR, 0.1)
        + circle(0.0, -0.86, 0.11, "#e9c46a")
    )


def yarn() -> str:
    winds = "M-.52 -.4Q.1 -.5 .6 .16M-.66 -.1Q.05 -.2 .42 .5M-.2 -.68Q.5 -.5 .72 -.1M-.6 .3Q-.2 -.3 .36 -.6"
    thread = line("M.3 .58Q.5 .86 .9 .7", "#c1440e", 0.1)
    return thread + circle(0.0, -0.02, 0.72, "#e2711d") + line(winds, "#c1440e", 0.08)


_DRAWN = (ball, car, duck, fish, kite, mouse, robot, sock, top, yarn)
OUTLINE = {"stroke": INK_COLOUR, "stroke_width": 0.075, "stroke_linejoin": "round"}
TOY_PICTURES = {toy.__name__: group(toy(), transform="scale(.98)", **OUTLINE) for toy in _DRAWN}
MAT = {"fill": "#fffaf0", "stroke": "#8a6b45"}  # of the round field below a toy
MAT_EDGE = 0.05


def draw_toy(toy: str, x: float, y: float, radius: float) -> str:
    """The toy on the round field that counts as touching it."""
    shade, mat = circle(0.05, 0.09, 1.0, "#000", opacity=0.14), circle(0, 0, 1, stroke_width=MAT_EDGE, **MAT)
    place = f"translate({x:g} {y:g}) scale({radius:g})"
    return group(words("title", toy), shade, mat, TOY_PICTURES[toy], transform=place)
