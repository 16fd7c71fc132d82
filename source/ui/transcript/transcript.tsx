// The finished lines, written once into the terminal's scrollback.

import { Box, Static, Text } from 'ink'
import { LEVEL_NAMES } from '../../contracts/event.ts'
import { columnWidth } from '../column-width.ts'
import type { Glyphs } from '../glyphs.ts'
import { callLine } from '../short-call.ts'
import { wrapRows } from '../wrap-rows.ts'
import type { TranscriptItem } from './transcript-state.ts'

/** Draws every item once, at the width that the terminal has then. */
export function Transcript(props: {
  readonly items: readonly TranscriptItem[]
  readonly columns: number
  readonly glyphs: Glyphs
}) {
  const { items, columns, glyphs } = props
  return (
    <Static items={[...items]} style={{ width: columns }}>
      {(item, index) => <Item key={index} item={item} columns={columns} glyphs={glyphs} />}
    </Static>
  )
}

function Item({ item, columns, glyphs }: { item: TranscriptItem; columns: number; glyphs: Glyphs }) {
  const { styled } = glyphs
  switch (item.type) {
    case 'banner':
      return <Banner item={item} glyphs={glyphs} />
    case 'user':
      return (
        <Box marginTop={1}>
          <Box flexShrink={0}>
            <Text bold={styled}>{glyphs.prompt} </Text>
          </Box>
          <Text wrap="hard">{wrapped(item.text, columns - columnWidth(glyphs.prompt) - 1)}</Text>
        </Box>
      )
    case 'tool':
      return (
        <Text dimColor={styled} wrap="truncate">
          {callLine(item, columns, glyphs)}
        </Text>
      )
    case 'answer':
    case 'text':
      return <Text wrap="hard">{wrapped(item.text, columns)}</Text>
    case 'notice':
      return <Text dimColor={styled}>{wrapped(`${glyphs.dot} ${item.text}`, columns)}</Text>
    case 'ring':
      return <Text bold={styled}>{wrapped(`${glyphs.bell} ${item.text}`, columns)}</Text>
    case 'error':
      return (
        <Text color={styled ? 'red' : undefined}>{wrapped(`${glyphs.error} ${item.text}`, columns)}</Text>
      )
    default:
      return item satisfies never
  }
}

function Banner({ item, glyphs }: { item: Extract<TranscriptItem, { type: 'banner' }>; glyphs: Glyphs }) {
  const { version, level, reasons } = item
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold={glyphs.styled}>ethervox</Text>
        {` ${version} ${glyphs.dot} level ${level}: ${LEVEL_NAMES[level]}`}
      </Text>
      {reasons.map((reason) => (
        <Text key={reason} dimColor={glyphs.styled}>
          {reason}
        </Text>
      ))}
    </Box>
  )
}

/** Ink's own wrapping leaves the space of a break at the start of the next row. */
function wrapped(text: string, columns: number): string {
  return wrapRows(text, columns).join('\n')
}
