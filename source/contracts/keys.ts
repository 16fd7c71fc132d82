/** A key of the screen, for people. */
export interface KeyRow {
  /** As they are written on a keyboard; several do the same. */
  readonly keys: readonly string[]
  readonly does: string
}

/** What every key does while one types, in groups: `/help keys` and docs/keys.md show exactly this. */
export const KEYS: readonly { readonly group: string; readonly rows: readonly KeyRow[] }[] = [
  {
    group: 'Sending and lines',
    rows: [
      {
        keys: ['Enter'],
        does: 'sends; behind a \\ at the end of a line, or after an opening """, a new line',
      },
      { keys: ['Shift-Enter', 'Alt-Enter', 'Ctrl-J'], does: 'a new line' },
      { keys: ['Ctrl-C'], does: 'stops what runs, or clears the line; twice quits' },
      { keys: ['Ctrl-D'], does: 'removes the next character; on an empty line quits' },
      {
        keys: ['Esc'],
        does: 'closes the menu or the search, else stops what runs and takes back what waits',
      },
      {
        keys: ['Esc Esc'],
        does: 'on an empty line: back through your messages, to send one anew in its place',
      },
    ],
  },
  {
    group: 'Moving',
    rows: [
      { keys: ['Left', 'Ctrl-B'], does: 'one character left' },
      { keys: ['Right', 'Ctrl-F'], does: 'one character right' },
      { keys: ['Alt-B', 'Ctrl-Left', 'Alt-Left'], does: 'one word left' },
      { keys: ['Alt-F', 'Ctrl-Right', 'Alt-Right'], does: 'one word right' },
      { keys: ['Ctrl-A', 'Home'], does: 'the beginning of the line' },
      { keys: ['Ctrl-E', 'End'], does: 'the end of the line' },
      { keys: ['Ctrl-Home'], does: 'the beginning of the text' },
      { keys: ['Ctrl-End'], does: 'the end of the text' },
    ],
  },
  {
    group: 'Removing and undoing',
    rows: [
      { keys: ['Backspace', 'Ctrl-H'], does: 'removes the character before' },
      { keys: ['Delete'], does: 'removes the character behind' },
      { keys: ['Ctrl-W'], does: 'removes back to a blank' },
      { keys: ['Alt-Backspace'], does: 'removes the word before' },
      { keys: ['Alt-D', 'Ctrl-Delete'], does: 'removes the word behind' },
      { keys: ['Ctrl-U'], does: 'removes to the beginning of the line' },
      { keys: ['Ctrl-K'], does: 'removes to the end of the line' },
      { keys: ['Ctrl-Y'], does: 'puts back what was removed last' },
      { keys: ['Ctrl-_', 'Ctrl-/', 'Ctrl--', 'Ctrl-Z'], does: 'undoes' },
      { keys: ['Alt-_', 'Alt-Z', 'Ctrl-Shift-Z'], does: 'does again what was undone' },
    ],
  },
  {
    group: 'History and menus',
    rows: [
      {
        keys: ['Up', 'Ctrl-P'],
        does: 'the line above; in the first line the message before; in a menu the choice above',
      },
      {
        keys: ['Down', 'Ctrl-N'],
        does: 'the line below; in the last line the message behind; in a menu the choice below',
      },
      { keys: ['Ctrl-R'], does: 'searches what was sent before; again: further back' },
      { keys: ['Tab'], does: 'completes a command, an argument, an @file; behind a held paste: shows it' },
      { keys: ['Shift-Tab'], does: 'the choice above' },
      { keys: ['Ctrl-G'], does: 'opens the text in $VISUAL or $EDITOR and takes it back' },
    ],
  },
  {
    group: 'Reading',
    rows: [
      { keys: ['Ctrl-O'], does: 'the whole of the last call and of what was thought; again: closes it' },
      { keys: ['PageUp'], does: 'further up in what Ctrl-O opened' },
      { keys: ['PageDown'], does: 'further down in it' },
      { keys: ['Alt-M'], does: 'answers as they were written, or drawn' },
    ],
  },
]
