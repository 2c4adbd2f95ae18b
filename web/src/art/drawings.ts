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

export const COLOUR_SIGNS = {
  "red": "M0 8C-12 0 -9 -9 -4 -8.5C-1.5 -8.5 0 -6 0 -5C0 -6 1.5 -8.5 4 -8.5C9 -9 12 0 0 8Z",
  "blue": "M0 -9C5 -2 7 1 7 4A7 6 0 0 1 -7 4C-7 1 -5 -2 0 -9Z",
  "yellow": "M0 -9.5L2.8 -3.2L9.5 -2.6L4.4 1.9L6 8.6L0 5L-6 8.6L-4.4 1.9L-9.5 -2.6L-2.8 -3.2Z",
  "green": "M-7 8C-9 -5 0 -9 8.5 -8.5C9 1 4 9 -5 6.5Z"
} as const

export const CARD_PATHS = {
  "flaps": "M14 82L5 74L12 70L22 80ZM66 82L75 74L68 70L58 80Z",
  "carton": "M13 80h54l-3.5 24h-47z",
  "tape": "M36 80h8l-.6 24h-6.8z"
} as const

export const FLOOR_SIDE_UNITS = 100 as const
