// Made from the drawings in Python by `python -m purrlab.server.typescript`; do not edit.

export const SEAT_SHAPES = [
  "M0 -10A10 10 0 1 1 0 10A10 10 0 1 1 0 -10Z",
  "M-9 -9H9V9H-9Z",
  "M0 -11L10.5 8.5H-10.5Z",
  "M0 -11.5L11.5 0L0 11.5L-11.5 0Z",
  "M-5.5 -10H5.5L11 0L5.5 10H-5.5L-11 0Z"
] as const

export const CAT_FACE_PATH = "M-4.5 4V-3.5L-1.8 -1.2H1.8L4.5 -3.5V4Q0 6.5 -4.5 4Z" as const

export const NEUTRAL_TOKEN_PATHS = {
  "box": "M-10 -6H10L9 10H-9Z",
  "lid": "M-10 -6L0 -9L10 -6L0 -3Z",
  "tape": "M-2 -3.4H2V4H-2Z"
} as const

export const CAT_PATHS = {
  "head": "M-28 44C-32 12 -28 2 -25 -24Q-24 -30 -19 -26L-8 -16Q0 -18 8 -16L19 -26Q24 -30 25 -24C28 2 32 12 28 44Z",
  "ears": "M-21 -19L-19.5 -7L-12.5 -13ZM21 -19L19.5 -7L12.5 -13Z",
  "happyEyes": "M-15 3q4 -5 8 0M7 3q4 -5 8 0",
  "nose": "M-2.6 9h5.2l-2.6 3z",
  "mouth": "M0 12v2M-5 14q2.5 4 5 0q2.5 4 5 0",
  "whiskers": "M-17 10l-12 -2M-17 14l-12 2M17 10l12 -2M17 14l12 2"
} as const
