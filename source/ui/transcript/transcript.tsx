// The finished lines, written once into the terminal's scrollback.

import { Box, Static, Text } from 'ink'
import { LEVEL_NAMES } from '../../contracts/event.ts'
import { columnWidth } from '../column-width.ts'
import { diffRows } from '../dialog/preview-rows.ts'
import { type Glyphs, showable } from '../glyphs.ts'
import { type MarkdownReader, rawRows } from '../markdown/reader.ts'
import { callLine } from '../short-call.ts'
import { UNSTYLED } from '../theme/paint.ts'
import { hangRows, signedRows, wrapRows } from '../wrap-rows.ts'
import { echoRows } from './echo-rows.ts'
import type { TranscriptItem } from './transcript-state.ts'

/** Draws every item once, at the width that the terminal has then. */
export function Transcript(props: {
  readonly items: readonly TranscriptItem[]
  readonly columns: number
  readonly glyphs: Glyphs
  /** Without one, answers are drawn as they are written. */
  readonly reader?: MarkdownReader
}) {
  const { items, columns, glyphs, reader } = props
  // What is drawn is drawn for good, so the first piece that lacks its colours holds up what stands behind it.
  const waiting = items.findIndex((item) => item.type === 'markdown' && reader?.isReady(item.piece) === false)
  return (
    <Static items={waiting < 0 ? [...items] : items.slice(0, waiting)} style={{ width: columns }}>
      {(item, index) => <Item key={index} item={item} columns={columns} glyphs={glyphs} reader={reader} />}
    </Static>
  )
}

function Item(props: {
  readonly item: TranscriptItem
  readonly columns: number
  readonly glyphs: Glyphs
  readonly reader: MarkdownReader | undefined
}) {
  const { item, columns, glyphs, reader } = props
  const { styled } = glyphs
  switch (item.type) {
    case 'banner':
      return <Banner item={item} columns={columns} glyphs={glyphs} />
    case 'user':
      return (
        <Box marginTop={1}>
          <Box flexShrink={0}>
            <Text bold={styled}>{glyphs.prompt} </Text>
          </Box>
          <Text wrap="hard">
            {echoRows(item.text, columns - columnWidth(glyphs.prompt) - 1, glyphs).join('\n')}
          </Text>
        </Box>
      )
    case 'tool':
      return (
        <Text dimColor={styled} wrap="truncate">
          {callLine(item, columns, glyphs)}
        </Text>
      )
    case 'answer':
      return <Text wrap="hard">{wrapped(item.text, columns)}</Text>
    case 'text':
      return <Text wrap="hard">{hangRows(showable(item.text, glyphs), columns).join('\n')}</Text>
    case 'markdown': {
      const { piece, raw } = item
      const rows = raw || reader === undefined ? rawRows(piece, columns) : reader.rows(piece, columns)
      const above = raw ? piece.blanks > 0 && piece.gap : piece.gap
      return rows.length === 0 ? null : (
        <Text wrap="hard">{[...(above ? [''] : []), ...rows].join('\n')}</Text>
      )
    }
    case 'preview':
      return <Text>{diffRows(item.text, columns, reader?.palette ?? UNSTYLED).join('\n')}</Text>
    case 'thought':
      return <Text dimColor={styled}>{wrapped(thoughtLine(item.text, glyphs), columns)}</Text>
    case 'notice':
      return <Text dimColor={styled}>{said(glyphs.dot, item.text, columns, glyphs)}</Text>
    case 'ring':
      return <Text bold={styled}>{said(glyphs.bell, item.text, columns, glyphs)}</Text>
    case 'error':
      return <Text color={styled ? 'red' : undefined}>{said(glyphs.error, item.text, columns, glyphs)}</Text>
    default:
      return item satisfies never
  }
}

const NAME = 'ethervox'

function Banner(props: {
  readonly item: Extract<TranscriptItem, { type: 'banner' }>
  readonly columns: number
  readonly glyphs: Glyphs
}) {
  const { item, columns, glyphs } = props
  const { version, level, reasons, tries = [], lacksModel } = item
  const first = lacksModel
    ? 'Without a model, only commands work.'
    : tries.length > 0 && `Try: ${tries.join(` ${glyphs.dot} `)}`
  const title = wrapped(`${NAME} ${version} ${glyphs.dot} level ${level}: ${LEVEL_NAMES[level]}`, columns)
  return (
    <Box flexDirection="column">
      <Text>
        <Text bold={glyphs.styled}>{title.slice(0, NAME.length)}</Text>
        {title.slice(NAME.length)}
      </Text>
      {reasons.map((reason) => (
        <Text key={reason} dimColor={glyphs.styled}>
          {wrapped(showable(reason, glyphs), columns)}
        </Text>
      ))}
      {first && (
        <Text dimColor={glyphs.styled}>
          {wrapped(`${first}\n/help lists the commands, /quit ends the program.`, columns)}
        </Text>
      )}
    </Box>
  )
}

function said(sign: string, text: string, columns: number, glyphs: Glyphs): string {
  return signedRows(sign, showable(text, glyphs), columns).join('\n')
}

/** How much was thought; the text itself is a key away. */
function thoughtLine(text: string, { dot }: Glyphs): string {
  const words = text.split(/\s+/).length
  return `${dot} thought, ${words} ${words === 1 ? 'word' : 'words'} (ctrl-O shows ${words === 1 ? 'it' : 'them'})`
}

/** Ink's own wrapping leaves the space of a break at the start of the next row. */
function wrapped(text: string, columns: number): string {
  return wrapRows(text, columns).join('\n')
}
