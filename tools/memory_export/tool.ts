import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { ExportFormat } from '../../source/contracts/memory.ts'
import { defineTool, type ToolContext } from '../../source/contracts/tool.ts'
import { refuseSafeMode } from '../../source/toolkit/change-file.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { openMemory } from '../../source/toolkit/remembered.ts'
import { locateToWrite, type WritablePath } from '../../source/toolkit/writable-path.ts'

type Arguments = { readonly filepath: string; readonly format: ExportFormat }

type Exported = {
  /** Relative to the workspace. */
  readonly path: string
  readonly format: ExportFormat
  readonly entries: number
  readonly bytes: number
}

const MARKDOWN = String.raw`mark ?down|(?<![\p{L}\p{N}])md(?![\p{L}\p{N}])`
/** What is kept of memories is read again by `/memory import`. */
const ANYTHING_ELSE = String.raw`json|^(?![\s\S]*(?:${MARKDOWN}))`

export default defineTool<Arguments, Exported>({
  name: 'memory_export',
  description: 'Save all memories to a file',
  parameters: {
    type: 'object',
    properties: {
      filepath: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'file',
        'x-or': ['memories.json', 'memories.md'],
        'x-cues': { 'memories.json': ANYTHING_ELSE, 'memories.md': MARKDOWN },
        description: 'file to write; memories.json or memories.md if none is named',
      },
      format: {
        type: 'string',
        enum: ['json', 'markdown'],
        'x-cues': { json: ANYTHING_ELSE, markdown: MARKDOWN },
        description: 'file format; json if neither is named',
      },
    },
    required: ['filepath', 'format'],
  },
  risk: 'write',
  approvalKey: 'filepath',
  async preview({ filepath, format }, context) {
    const memory = await openMemory(context)
    const place = await findPlace(filepath, context)
    const amount = count(memory.overview().total, 'memory', 'memories')
    const way = place.exists ? 'in the place of what is there' : 'a new file'
    return `${amount} to ${place.shown}, as ${format === 'json' ? 'JSON' : 'Markdown'}, ${way}`
  },
  async run({ filepath, format }, context) {
    const memory = await openMemory(context)
    const place = await findPlace(filepath, context)
    await mkdir(dirname(place.real), { recursive: true })
    const { entries, bytes } = await memory.exportTo(place.real, format)
    return { path: place.shown, format, entries, bytes }
  },
  say({ path, entries }) {
    const amount = count(entries, 'memory was', 'memories were')
    return { sentence: `${amount} written to ${visible(path)}.`, key: [visible(path)] }
  },
})

/** A file of the workspace, or a new one in it. Throws `ToolFailure` as `locateToWrite` does, and in safe mode. */
async function findPlace(asked: string, context: ToolContext): Promise<WritablePath> {
  const { workspace, services } = context
  refuseSafeMode(services.safeMode, asked)
  return locateToWrite(workspace, asked, {
    guarded: services.fileHistory?.guarded,
    folders: services.folders,
  })
}
