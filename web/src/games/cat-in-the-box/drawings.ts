// Made from the drawings in Python by `python -m purrlab.server.typescript`; do not edit.

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
