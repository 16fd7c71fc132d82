import { defineTool } from '../../source/contracts/tool.ts'
import { visible } from '../../source/toolkit/plain-words.ts'
import { readText, splitLines } from '../../source/toolkit/read-text.ts'
import { truncateMiddle } from '../../source/toolkit/truncate.ts'
import { locate } from '../../source/toolkit/workspace-path.ts'

type Arguments = { readonly path: string }

type Content = {
  /** Relative to the workspace. */
  readonly path: string
  /** The text; when it is long its head and tail, with a marker that says what is missing. */
  readonly text: string
  /** Of the whole file. */
  readonly lines: number
  /** Of the whole file. */
  readonly bytes: number
  readonly truncated: boolean
}

/** A small model's window has 4,000 tokens; this is about 1,700 of them. */
const MAX_CHARACTERS = 6000

export default defineTool<Arguments, Content>({
  name: 'file_read',
  description: 'Read a text file',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'file',
        'x-ask': 'Which file should I read?',
        description: 'file to read',
      },
    },
    required: ['path'],
  },
  risk: 'read',
  async run({ path }, { workspace, signal, services }) {
    const place = await locate(workspace, path, { wanted: 'file', signal, folders: services.folders })
    const file = await readText(place, signal)
    const { text, truncated } = truncateMiddle(file.text, MAX_CHARACTERS)
    return { path: place.shown, text, lines: splitLines(file.text).length, bytes: file.bytes, truncated }
  },
  say({ path, text, lines, truncated }) {
    const name = visible(path)
    if (lines === 0) return { sentence: `${name} is empty.` }
    const cut = truncated ? ' (shown in part)' : ''
    return { sentence: `${name}${cut}:`, detail: visible(text) }
  },
})
