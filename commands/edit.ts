import type { Command, CommandResult } from '../source/contracts/command.ts'
import type { TalkShelf } from '../source/contracts/talk-shelf.ts'

const TITLE_CHARACTERS = 70

/** `/edit`: another text in the place of an earlier message. */
const edit: Command = {
  name: 'edit',
  group: 'back',
  examples: ['/edit', '/edit list'],
  usage: '[N] [NEW TEXT]|list',
  summary: 'put another text in the place of one of your messages',
  worksDownTo: 3,
  help: [
    'N counts your messages of this conversation from 1 (`list` shows them); without it, it is the last one. With a text, that is sent in its',
    'place; that turn and what came after leave the conversation and stay on disk as a branch. Without one, the message comes into the',
    'draft, as Esc Esc does. A text that begins with a number needs its N before it.',
  ].join('\n'),
  run: (input, { talk }) => {
    if (input === 'list') return list(talk)
    const said = talk.said()
    const [, typed, text = ''] = /^(?:(\d+)(?!\S))?\s*([\s\S]*)$/.exec(input) ?? []
    const place = typed === undefined ? Math.max(1, said.length) : Number(typed)
    if (text !== '') return talk.edit(place, text)
    const one = said[place - 1]
    if (one === undefined) return talk.edit(place, text)
    if (talk.draft(place)) return { ok: true, text: '', data: { place, text: one.text } }
    return {
      ok: false,
      text: `Message ${place} is “${shortened(one.text)}”; \`/edit ${place} NEW TEXT\` puts another one in its place.`,
      data: { place, text: one.text },
    }
  },
}

function list(talk: TalkShelf): CommandResult {
  const said = talk.said()
  const rows = said.map(({ text }, at) => `  ${String(at + 1).padStart(3)}  ${shortened(text)}`)
  const text = rows.length === 0 ? 'There is no message of yours in this conversation yet.' : rows.join('\n')
  return { ok: true, text, data: said.map(({ turn, text }, at) => ({ place: at + 1, turn, text })) }
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= TITLE_CHARACTERS
    ? line
    : `${line
        .slice(0, TITLE_CHARACTERS - 1)
        .toWellFormed()
        .trimEnd()}…`
}

export default edit
