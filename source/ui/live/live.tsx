import { Box, Text, useCursor } from 'ink'
import type { Glyphs } from '../glyphs.ts'
import type { LiveState } from './live-state.ts'

/**
 * Draws the rows and puts the terminal's own cursor into the draft: an input method finds its place, and a cursor in
 * the last rows is what lets Ink erase the right ones after the terminal has wrapped them anew.
 */
export function Live({ live, glyphs }: { readonly live: LiveState; readonly glyphs: Glyphs }) {
  useCursor().setCursorPosition(live.cursor)
  return (
    <Box flexDirection="column">
      {live.rows.map((row) => (
        <Text
          key={row.key}
          wrap="truncate"
          dimColor={glyphs.styled && row.look === 'dim'}
          bold={glyphs.styled && row.look === 'bold'}
        >
          {row.mark === '' ? '' : <Text bold={glyphs.styled}>{row.mark}</Text>}
          {row.text === '' && row.mark === '' ? ' ' : row.text}
        </Text>
      ))}
    </Box>
  )
}
