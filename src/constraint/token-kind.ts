/** What writing a token does. */
export const tokenKind = {
  /** Adds its bytes to the text. */
  text: 0,
  /** Ends the text. */
  end: 1,
  /** Adds nothing: control, unknown and unused tokens. */
  silent: 2,
} as const;
