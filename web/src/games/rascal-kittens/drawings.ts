// Made from the drawings in Python by `python -m purrlab.server.typescript`; do not edit.

export const KITTEN_PATHS = {
  "tail": "M-8 -1Q-13 -2 -11.5 -8.5",
  "farLegs": [
    "M-4.5 2V7.5",
    "M3 2V7.5"
  ],
  "body": "M-9 0.5Q-8.5 -4.2 -2 -3.8Q4 -3.6 5 0Q5.5 4.6 -2 4.8Q-9 5 -9 0.5Z",
  "nearLegs": [
    "M-6.5 2.5V7.8",
    "M1 2.5V7.8"
  ],
  "head": "M2.6 -3L2.8 -10.4L6 -8Q7.6 -8.4 9.2 -8L12.2 -10.2V-3Q11.8 1.2 7.4 1.2Q3 1.2 2.6 -3Z",
  "collar": "M3.4 0.4Q7 3.4 11 0.6",
  "nose": "M7.4 -2.3h1.6l-.8 .9z"
} as const

export const FLOOR_SIDE_UNITS = 100 as const

export const WALL_UNITS = 11 as const

export const EDGE_UNITS = 12 as const

export const WALL_TRANSFORMS = {
  "top": "matrix(1 0 0 -1 0 0)",
  "right": "matrix(0 1 1 0 100 0)",
  "bottom": "matrix(-1 0 0 1 100 100)",
  "left": "matrix(0 -1 -1 0 0 100)"
} as const

export const FRAME = "<rect x=\"-12\" y=\"-12\" width=\"124\" height=\"124\" fill=\"#4b3f52\" rx=\"3\"/>" as const

export const WALLS = {
  "yellow": "<path d=\"M0 0H100L111 11H-11Z\" fill=\"#fff0b8\"/><path d=\"M-10 10V11M-7 7V11M-4 4V11M-1 1V11M2 0V11M5 0V11M8 0V11M11 0V11M14 0V11M17 0V11M20 0V11M23 0V11M26 0V11M29 0V11M32 0V11M35 0V11M38 0V11M41 0V11M44 0V11M47 0V11M50 0V11M53 0V11M56 0V11M59 0V11M62 0V11M65 0V11M68 0V11M71 0V11M74 0V11M77 0V11M80 0V11M83 0V11M86 0V11M89 0V11M92 0V11M95 0V11M98 0V11M101 1V11M104 4V11M107 7V11M110 10V11\" fill=\"none\" stroke=\"#f2c230\" stroke-width=\"0.8\" stroke-linecap=\"round\" opacity=\"0.4\"/><rect x=\"0\" y=\"0\" width=\"100\" height=\"0.9\" fill=\"#c48f0c\" opacity=\"0.85\"/>",
  "turquoise": "<path d=\"M0 0H100L111 11H-11Z\" fill=\"#c9f2ee\"/><path d=\"M0.5 2.75h.01M6 2.75h.01M11.5 2.75h.01M17 2.75h.01M22.5 2.75h.01M28 2.75h.01M33.5 2.75h.01M39 2.75h.01M44.5 2.75h.01M50 2.75h.01M55.5 2.75h.01M61 2.75h.01M66.5 2.75h.01M72 2.75h.01M77.5 2.75h.01M83 2.75h.01M88.5 2.75h.01M94 2.75h.01M99.5 2.75h.01M-2.25 5.5h.01M3.25 5.5h.01M8.75 5.5h.01M14.25 5.5h.01M19.75 5.5h.01M25.25 5.5h.01M30.75 5.5h.01M36.25 5.5h.01M41.75 5.5h.01M47.25 5.5h.01M52.75 5.5h.01M58.25 5.5h.01M63.75 5.5h.01M69.25 5.5h.01M74.75 5.5h.01M80.25 5.5h.01M85.75 5.5h.01M91.25 5.5h.01M96.75 5.5h.01M102.25 5.5h.01M-5 8.25h.01M0.5 8.25h.01M6 8.25h.01M11.5 8.25h.01M17 8.25h.01M22.5 8.25h.01M28 8.25h.01M33.5 8.25h.01M39 8.25h.01M44.5 8.25h.01M50 8.25h.01M55.5 8.25h.01M61 8.25h.01M66.5 8.25h.01M72 8.25h.01M77.5 8.25h.01M83 8.25h.01M88.5 8.25h.01M94 8.25h.01M99.5 8.25h.01M105 8.25h.01\" fill=\"none\" stroke=\"#37bfb5\" stroke-width=\"1.4\" stroke-linecap=\"round\" opacity=\"0.45\"/><rect x=\"0\" y=\"0\" width=\"100\" height=\"0.9\" fill=\"#17877f\" opacity=\"0.85\"/>",
  "red": "<path d=\"M0 0H100L111 11H-11Z\" fill=\"#ffd3cc\"/><path d=\"M-2 4.1l1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2M-7 9.1l1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2 1.5-2.2 1.5 2.2\" fill=\"none\" stroke=\"#e4523f\" stroke-width=\"0.6\" stroke-linecap=\"round\" opacity=\"0.45\"/><rect x=\"0\" y=\"0\" width=\"100\" height=\"0.9\" fill=\"#a92b1d\" opacity=\"0.85\"/>",
  "violet": "<path d=\"M0 0H100L111 11H-11Z\" fill=\"#e8d6fb\"/><path d=\"M0.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM6 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM11.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM17 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM22.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM28 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM33.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM39 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM44.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM50 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM55.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM61 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM66.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM72 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM77.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM83 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM88.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM94 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM99.5 1.15l1.6 1.6-1.6 1.6-1.6-1.6zM-2.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM3.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM8.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM14.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM19.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM25.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM30.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM36.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM41.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM47.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM52.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM58.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM63.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM69.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM74.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM80.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM85.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM91.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM96.75 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM102.25 3.9l1.6 1.6-1.6 1.6-1.6-1.6zM-5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM0.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM6 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM11.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM17 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM22.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM28 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM33.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM39 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM44.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM50 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM55.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM61 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM66.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM72 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM77.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM83 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM88.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM94 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM99.5 6.65l1.6 1.6-1.6 1.6-1.6-1.6zM105 6.65l1.6 1.6-1.6 1.6-1.6-1.6z\" fill=\"#9a63d8\" opacity=\"0.35\"/><rect x=\"0\" y=\"0\" width=\"100\" height=\"0.9\" fill=\"#683aa3\" opacity=\"0.85\"/>"
} as const

export const FLOORS = {
  "attic": "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#f1dabb\"/><path d=\"M0 10h100v10H0zM0 30h100v10H0zM0 50h100v10H0zM0 70h100v10H0zM0 90h100v10H0z\" fill=\"#ecd1ab\"/><path d=\"M0 10h100M0 20h100M0 30h100M0 40h100M0 50h100M0 60h100M0 70h100M0 80h100M0 90h100M5 0v10M55 0v10M42 10v10M92 10v10M29 20v10M79 20v10M16 30v10M66 30v10M53 40v10M40 50v10M90 50v10M27 60v10M77 60v10M14 70v10M64 70v10M51 80v10M38 90v10M88 90v10\" fill=\"none\" stroke=\"#bd9262\" stroke-width=\"0.3\" stroke-linecap=\"round\" opacity=\"0.7\"/><circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"#ecd1ab\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"#bd9262\" stroke-width=\"0.5\" opacity=\"0.45\"/>",
  "nursery": "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#f5e7cb\"/><path d=\"M0 10h100v10H0zM0 30h100v10H0zM0 50h100v10H0zM0 70h100v10H0zM0 90h100v10H0z\" fill=\"#efdfbd\"/><path d=\"M0 10h100M0 20h100M0 30h100M0 40h100M0 50h100M0 60h100M0 70h100M0 80h100M0 90h100M5 0v10M55 0v10M42 10v10M92 10v10M29 20v10M79 20v10M16 30v10M66 30v10M53 40v10M40 50v10M90 50v10M27 60v10M77 60v10M14 70v10M64 70v10M51 80v10M38 90v10M88 90v10\" fill=\"none\" stroke=\"#cdb384\" stroke-width=\"0.3\" stroke-linecap=\"round\" opacity=\"0.7\"/><circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"#efdfbd\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"#cdb384\" stroke-width=\"0.5\" opacity=\"0.45\"/>",
  "library": "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#e9cfb4\"/><path d=\"M0 10h100v10H0zM0 30h100v10H0zM0 50h100v10H0zM0 70h100v10H0zM0 90h100v10H0z\" fill=\"#e3c5a5\"/><path d=\"M0 10h100M0 20h100M0 30h100M0 40h100M0 50h100M0 60h100M0 70h100M0 80h100M0 90h100M5 0v10M55 0v10M42 10v10M92 10v10M29 20v10M79 20v10M16 30v10M66 30v10M53 40v10M40 50v10M90 50v10M27 60v10M77 60v10M14 70v10M64 70v10M51 80v10M38 90v10M88 90v10\" fill=\"none\" stroke=\"#ab8159\" stroke-width=\"0.3\" stroke-linecap=\"round\" opacity=\"0.7\"/><circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"#e3c5a5\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"#ab8159\" stroke-width=\"0.5\" opacity=\"0.45\"/>",
  "conservatory": "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#e6e2d8\"/><path d=\"M0 20h20v20h-20zM0 60h20v20h-20zM20 0h20v20h-20zM20 40h20v20h-20zM20 80h20v20h-20zM40 20h20v20h-20zM40 60h20v20h-20zM60 0h20v20h-20zM60 40h20v20h-20zM60 80h20v20h-20zM80 20h20v20h-20zM80 60h20v20h-20z\" fill=\"#dcd6c9\"/><path d=\"M20 0v100M0 20h100M40 0v100M0 40h100M60 0v100M0 60h100M80 0v100M0 80h100\" fill=\"none\" stroke=\"#b3ab9b\" stroke-width=\"0.3\" stroke-linecap=\"round\" opacity=\"0.7\"/><circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"#dcd6c9\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"#b3ab9b\" stroke-width=\"0.5\" opacity=\"0.45\"/>"
} as const

export const USUAL_FLOOR = "<rect x=\"0\" y=\"0\" width=\"100\" height=\"100\" fill=\"#f5e7cb\"/><path d=\"M0 10h100v10H0zM0 30h100v10H0zM0 50h100v10H0zM0 70h100v10H0zM0 90h100v10H0z\" fill=\"#efdfbd\"/><path d=\"M0 10h100M0 20h100M0 30h100M0 40h100M0 50h100M0 60h100M0 70h100M0 80h100M0 90h100M5 0v10M55 0v10M42 10v10M92 10v10M29 20v10M79 20v10M16 30v10M66 30v10M53 40v10M40 50v10M90 50v10M27 60v10M77 60v10M14 70v10M64 70v10M51 80v10M38 90v10M88 90v10\" fill=\"none\" stroke=\"#cdb384\" stroke-width=\"0.3\" stroke-linecap=\"round\" opacity=\"0.7\"/><circle cx=\"50\" cy=\"50\" r=\"27\" fill=\"#efdfbd\"/><circle cx=\"50\" cy=\"50\" r=\"25\" fill=\"none\" stroke=\"#cdb384\" stroke-width=\"0.5\" opacity=\"0.45\"/>" as const

export const FURNITURE_SHADES = {
  "yellow": {
    "light": "#fff0b8",
    "plain": "#f2c230",
    "dark": "#c48f0c",
    "ink": "#6e4f00"
  },
  "turquoise": {
    "light": "#c9f2ee",
    "plain": "#37bfb5",
    "dark": "#17877f",
    "ink": "#064a46"
  },
  "red": {
    "light": "#ffd3cc",
    "plain": "#e4523f",
    "dark": "#a92b1d",
    "ink": "#5e120a"
  },
  "violet": {
    "light": "#e8d6fb",
    "plain": "#9a63d8",
    "dark": "#683aa3",
    "ink": "#371a5e"
  }
} as const

export const PIECE_WIDTH_UNITS = {
  "chair": 7,
  "table": 10,
  "bed": 13,
  "wardrobe": 10,
  "armchair": 8
} as const

export const PIECE_PICTURES = {
  "chair": "<g transform=\"scale(0.84) translate(-3.5 0)\"><rect x=\"0.6\" y=\"1.6\" width=\"5.8\" height=\"6.4\" fill=\"var(--light)\" rx=\"1.4\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><path d=\"M2.4499999999999997 3V6.6M4.55 3V6.6\" fill=\"none\" stroke=\"var(--plain)\" stroke-width=\"0.7\" stroke-linecap=\"round\"/><rect x=\"0.3\" y=\"7.4\" width=\"6.4\" height=\"2.2\" fill=\"var(--dark)\" rx=\"1\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/></g>",
  "table": "<g transform=\"scale(0.84) translate(-5 0)\"><rect x=\"0.3\" y=\"1.2\" width=\"9.4\" height=\"9.2\" fill=\"var(--plain)\" rx=\"1\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><rect x=\"2.2\" y=\"1.4\" width=\"5.6\" height=\"8.8\" fill=\"#fffdf5\" opacity=\"0.9\"/><path d=\"M2.2 1.8V9.8M7.800000000000001 1.8V9.8\" fill=\"none\" stroke=\"var(--dark)\" stroke-width=\"0.3\" stroke-linecap=\"round\" stroke-dasharray=\".6 .9\"/><circle cx=\"5\" cy=\"5.8\" r=\"2.2\" fill=\"var(--light)\" stroke=\"var(--dark)\" stroke-width=\"0.4\"/><circle cx=\"5\" cy=\"5.8\" r=\"1.1\" fill=\"#fff\" stroke=\"var(--dark)\" stroke-width=\"0.25\"/></g>",
  "bed": "<g transform=\"scale(0.84) translate(-6.5 0)\"><rect x=\"0.2\" y=\"0.8\" width=\"12.6\" height=\"11.8\" fill=\"var(--dark)\" rx=\"0.9\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><rect x=\"0.9\" y=\"1.4\" width=\"11.2\" height=\"10.4\" fill=\"#fffdf7\" rx=\"0.7\"/><rect x=\"0.9\" y=\"1.4\" width=\"11.2\" height=\"6.4\" fill=\"var(--plain)\" rx=\"0.7\"/><rect x=\"0.9\" y=\"6.9\" width=\"11.2\" height=\"1.5\" fill=\"var(--light)\"/><path d=\"M3.9 2V6.6M6.5 2V6.6M9.1 2V6.6M1.4 4.1H11.6\" fill=\"none\" stroke=\"var(--light)\" stroke-width=\"0.3\" stroke-linecap=\"round\"/><rect x=\"1.4\" y=\"9\" width=\"4.9\" height=\"2.4\" fill=\"#ffffff\" rx=\"1\" stroke=\"var(--plain)\" stroke-width=\"0.35\"/><rect x=\"6.7\" y=\"9\" width=\"4.9\" height=\"2.4\" fill=\"#ffffff\" rx=\"1\" stroke=\"var(--plain)\" stroke-width=\"0.35\"/></g>",
  "wardrobe": "<g transform=\"scale(0.84) translate(-5 0)\"><rect x=\"0.2\" y=\"2.4\" width=\"9.6\" height=\"10.2\" fill=\"var(--dark)\" rx=\"0.5\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><rect x=\"1.1\" y=\"4.6\" width=\"7.8\" height=\"7.2\" fill=\"var(--plain)\" rx=\"0.4\"/><path d=\"M5.0 4.9V11.5\" fill=\"none\" stroke=\"var(--dark)\" stroke-width=\"0.35\" stroke-linecap=\"round\"/><rect x=\"0.2\" y=\"1.4\" width=\"4.65\" height=\"1.7\" fill=\"var(--light)\" rx=\"0.4\" stroke=\"var(--ink)\" stroke-width=\"0.35\"/><rect x=\"5.15\" y=\"1.4\" width=\"4.65\" height=\"1.7\" fill=\"var(--light)\" rx=\"0.4\" stroke=\"var(--ink)\" stroke-width=\"0.35\"/><circle cx=\"4\" cy=\"1.1\" r=\"0.42\" fill=\"var(--ink)\"/><circle cx=\"6\" cy=\"1.1\" r=\"0.42\" fill=\"var(--ink)\"/></g>",
  "armchair": "<g transform=\"scale(0.84) translate(-4 0)\"><rect x=\"0.4\" y=\"6.4\" width=\"7.2\" height=\"4\" fill=\"var(--dark)\" rx=\"1.9\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><rect x=\"1.4\" y=\"1.8\" width=\"5.2\" height=\"6.2\" fill=\"var(--light)\" rx=\"1.3\" stroke=\"var(--ink)\" stroke-width=\"0.35\"/><rect x=\"0.2\" y=\"1.3\" width=\"1.9\" height=\"8\" fill=\"var(--plain)\" rx=\"0.95\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><rect x=\"5.9\" y=\"1.3\" width=\"1.9\" height=\"8\" fill=\"var(--plain)\" rx=\"0.95\" stroke=\"var(--ink)\" stroke-width=\"0.4\"/><ellipse cx=\"4\" cy=\"6.4\" rx=\"1.6\" ry=\"1.3\" fill=\"var(--plain)\" stroke=\"var(--dark)\" stroke-width=\"0.3\"/></g>"
} as const

export const TOY_PICTURES = {
  "ball": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><circle cx=\"0\" cy=\"0\" r=\"0.8\" fill=\"#e4572e\"/><path d=\"M0 0L0 -.8A.8 .8 0 0 1 .693 -.4Z\" fill=\"#f4d35e\"/><path d=\"M0 0L.693 .4A.8 .8 0 0 1 0 .8Z\" fill=\"#4ea5d9\"/><path d=\"M0 0L-.693 .4A.8 .8 0 0 1 -.693 -.4Z\" fill=\"#6bbf59\"/><circle cx=\"0\" cy=\"0\" r=\"0.16\" fill=\"#fff\"/><path d=\"M-.5 -.36A.62 .62 0 0 1 -.2 -.58\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.1\" stroke-linecap=\"round\"/></g>",
  "car": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><rect x=\"-0.85\" y=\"-0.2\" width=\"1.7\" height=\"0.46\" fill=\"#d7263d\" rx=\"0.16\"/><path d=\"M-.62 -.18L-.38 -.6H.26Q.36 -.6 .6 -.18Z\" fill=\"#d7263d\"/><path d=\"M-.42 -.18L-.28 -.46H-.04V-.18Z\" fill=\"#bfe3f2\"/><path d=\"M.08 -.18V-.46H.24L.42 -.18Z\" fill=\"#bfe3f2\"/><circle cx=\"-0.45\" cy=\"0.3\" r=\"0.23\" fill=\"#3b3140\"/><circle cx=\"-0.45\" cy=\"0.3\" r=\"0.1\" fill=\"#d9d4cf\"/><circle cx=\"0.45\" cy=\"0.3\" r=\"0.23\" fill=\"#3b3140\"/><circle cx=\"0.45\" cy=\"0.3\" r=\"0.1\" fill=\"#d9d4cf\"/><circle cx=\"0.78\" cy=\"0.02\" r=\"0.07\" fill=\"#f4d35e\"/></g>",
  "duck": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M-.85 .05Q-.55 .15 -.3 0Q-.1 -.12 .1 0Q.8 .1 .62 .42Q.45 .72 -.1 .72Q-.75 .72 -.85 .05Z\" fill=\"#ffd23f\"/><circle cx=\"0.28\" cy=\"-0.3\" r=\"0.36\" fill=\"#ffd23f\"/><path d=\"M.58 -.36L.92 -.22L.58 -.1Z\" fill=\"#f3722c\"/><path d=\"M-.42 .22Q-.1 .62 .28 .26Q-.06 .3 -.42 .22Z\" fill=\"#f0b400\"/><circle cx=\"0.38\" cy=\"-0.38\" r=\"0.07\" fill=\"#3b3140\"/></g>",
  "fish": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M-.38 0L-.9 -.42Q-.72 0 -.9 .42Z\" fill=\"#2a7f9e\"/><path d=\"M-.1 -.4Q.15 -.75 .4 -.36Z\" fill=\"#2a7f9e\"/><ellipse cx=\"0.12\" cy=\"0\" rx=\"0.7\" ry=\"0.44\" fill=\"#3da5c4\"/><path d=\"M-0.3 -.24Q-0.09999999999999998 0 -0.3 .24\" fill=\"none\" stroke=\"#2a7f9e\" stroke-width=\"0.07\" stroke-linecap=\"round\"/><path d=\"M-0.05 -.24Q0.15000000000000002 0 -0.05 .24\" fill=\"none\" stroke=\"#2a7f9e\" stroke-width=\"0.07\" stroke-linecap=\"round\"/><circle cx=\"0.52\" cy=\"-0.1\" r=\"0.09\" fill=\"#3b3140\"/></g>",
  "kite": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M0 -.88L.5 -.22L0 .4Z\" fill=\"#9b5de5\"/><path d=\"M0 -.88L-.5 -.22L0 .4Z\" fill=\"#c79bf2\"/><path d=\"M0 -.88V.4M-.5 -.22H.5\" fill=\"none\" stroke=\"#5e2ca5\" stroke-width=\"0.05\" stroke-linecap=\"round\"/><path d=\"M0 .4Q.3 .52 .05 .66T.15 .92\" fill=\"none\" stroke=\"#3b3140\" stroke-width=\"0.06\" stroke-linecap=\"round\"/><path d=\"M.2 .5L.42 .4V.62ZM.2 .5L-.02 .42V.6Z\" fill=\"#f15bb5\"/></g>",
  "mouse": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M-.6 .3Q-.95 .3 -.86 -.06T-.62 -.42\" fill=\"none\" stroke=\"#c98a8a\" stroke-width=\"0.09\" stroke-linecap=\"round\"/><path d=\"M-.68 .42Q-.7 -.42 .02 -.42Q.5 -.4 .92 .28Q.9 .44 .7 .44Z\" fill=\"#9aa0a8\"/><circle cx=\"0.08\" cy=\"-0.42\" r=\"0.25\" fill=\"#9aa0a8\"/><circle cx=\"0.08\" cy=\"-0.42\" r=\"0.14\" fill=\"#f0b6c0\"/><circle cx=\"0.5\" cy=\"0\" r=\"0.07\" fill=\"#3b3140\"/><circle cx=\"0.9\" cy=\"0.3\" r=\"0.08\" fill=\"#e07a8b\"/></g>",
  "robot": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M-.42 .22L-.68 .44M.42 .22L.68 .44\" fill=\"none\" stroke=\"#5b9bbd\" stroke-width=\"0.14\" stroke-linecap=\"round\"/><rect x=\"-0.48\" y=\"-0.62\" width=\"0.96\" height=\"0.66\" fill=\"#8ecae6\" rx=\"0.12\"/><path d=\"M0 -.62V-.82\" fill=\"none\" stroke=\"#3b3140\" stroke-width=\"0.07\" stroke-linecap=\"round\"/><circle cx=\"-0.22\" cy=\"-0.32\" r=\"0.14\" fill=\"#fff\"/><circle cx=\"-0.22\" cy=\"-0.32\" r=\"0.07\" fill=\"#3b3140\"/><circle cx=\"0.22\" cy=\"-0.32\" r=\"0.14\" fill=\"#fff\"/><circle cx=\"0.22\" cy=\"-0.32\" r=\"0.07\" fill=\"#3b3140\"/><path d=\"M-.22 -.1H.22\" fill=\"none\" stroke=\"#3b3140\" stroke-width=\"0.07\" stroke-linecap=\"round\"/><rect x=\"-0.38\" y=\"0.1\" width=\"0.76\" height=\"0.56\" fill=\"#5b9bbd\" rx=\"0.1\"/><circle cx=\"0\" cy=\"0.36\" r=\"0.13\" fill=\"#ffb703\"/><circle cx=\"0\" cy=\"-0.86\" r=\"0.1\" fill=\"#e63946\"/></g>",
  "sock": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M-.3 -.82H.3V.12Q.78 .2 .8 .5Q.8 .78 .5 .78H-.02Q-.36 .74 -.36 .4Z\" fill=\"#e76f9b\"/><rect x=\"-0.36\" y=\"-0.86\" width=\"0.72\" height=\"0.24\" fill=\"#b83b6b\" rx=\"0.1\"/><path d=\"M-.28 -0.36H.26\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.11\" stroke-linecap=\"round\" opacity=\"0.9\"/><path d=\"M-.28 -0.08H.26\" fill=\"none\" stroke=\"#fff\" stroke-width=\"0.11\" stroke-linecap=\"round\" opacity=\"0.9\"/><path d=\"M.52 .18Q.8 .26 .8 .5Q.8 .78 .5 .78Z\" fill=\"#b83b6b\"/></g>",
  "top": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M0 -.86V-.36\" fill=\"none\" stroke=\"#8a5a2b\" stroke-width=\"0.14\" stroke-linecap=\"round\"/><path d=\"M-.72 -.22Q0 -.56 .72 -.22Q.6 .22 .08 .68H-.08Q-.6 .22 -.72 -.22Z\" fill=\"#2a9d8f\"/><path d=\"M-.72 -.22Q0 .1 .72 -.22Q.7 -.1 .62 .04Q0 .34 -.62 .04Q-.7 -.1 -.72 -.22Z\" fill=\"#f4a261\"/><path d=\"M0 .68V.88\" fill=\"none\" stroke=\"#3b3140\" stroke-width=\"0.1\" stroke-linecap=\"round\"/><circle cx=\"0\" cy=\"-0.86\" r=\"0.11\" fill=\"#e9c46a\"/></g>",
  "yarn": "<g transform=\"scale(.98)\" stroke=\"#3b3140\" stroke-width=\"0.075\" stroke-linejoin=\"round\"><path d=\"M.3 .58Q.5 .86 .9 .7\" fill=\"none\" stroke=\"#c1440e\" stroke-width=\"0.1\" stroke-linecap=\"round\"/><circle cx=\"0\" cy=\"-0.02\" r=\"0.72\" fill=\"#e2711d\"/><path d=\"M-.52 -.4Q.1 -.5 .6 .16M-.66 -.1Q.05 -.2 .42 .5M-.2 -.68Q.5 -.5 .72 -.1M-.6 .3Q-.2 -.3 .36 -.6\" fill=\"none\" stroke=\"#c1440e\" stroke-width=\"0.08\" stroke-linecap=\"round\"/></g>"
} as const

export const MAT = {
  "fill": "#fffaf0",
  "stroke": "#8a6b45"
} as const

export const NOTCH = {
  "r": 0.85,
  "fill": "#4b3f52",
  "stroke": "#fffaf0",
  "stroke-width": 0.4
} as const
