// Escape sequences of terminals in texts of strangers (ECMA-48, xterm's control sequences).

/**
 * Complete sequences: OSC, DCS and their kin with their terminator, CSI, and the short forms. Global. What it reads of a text grows with the
 * text, whatever stands in it: a string ends where another one begins.
 */
export const ESCAPE_SEQUENCES = new RegExp(
  [
    // A string (OSC, DCS, SOS, PM, APC) ends with BEL or ST; one that does not end is left to be made visible.
    '(?:\\x1b[\\]PX^_]|[\\x9d\\x90\\x98\\x9e\\x9f])[^\\x07\\x1b\\x9c\\x9d\\x90\\x98\\x9e\\x9f]{0,4096}(?:\\x07|\\x1b\\\\|\\x9c)',
    '(?:\\x1b\\[|\\x9b)[0-?]{0,64}[ -/]{0,16}[@-~]',
    '\\x1b[ -/]{1,16}[0-~]',
    '\\x1b[0-Zc-z\\\\`{-~]',
  ].join('|'),
  'g',
)
