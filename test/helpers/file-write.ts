// A tool that writes, in the place of the program's own of this name: for everything that has to be approved, without a home
// that keeps earlier versions. Its preview is a unified diff of one hunk.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { ManifestEntry } from '../../source/contracts/manifest.ts'
import type { RouteDecision } from '../../source/contracts/router.ts'
import { defineTool, type Tool, ToolFailure } from '../../source/contracts/tool.ts'
import type { ToolShelf } from '../../source/session/ports.ts'
import type { ChatSession } from '../../source/session/session.ts'
import { isInside } from '../../source/toolkit/workspace-path.ts'

type Arguments = { readonly path: string; readonly content: string }

export const FILE_WRITE: Tool = defineTool<Arguments, { readonly path: string; readonly characters: number }>(
  {
    name: 'file_write',
    description: 'Write a text file',
    parameters: {
      type: 'object',
      properties: {
        path: { type: 'string', description: 'file to write' },
        content: { type: 'string', description: 'its text' },
      },
      required: ['path', 'content'],
    },
    risk: 'write',
    approvalKey: 'path',
    preview: ({ path, content }, { workspace }) => {
      const place = placeOf(workspace, path)
      return unifiedDiff(relative(workspace, place), textOf(place), content)
    },
    run: ({ path, content }, { workspace }) => {
      const place = placeOf(workspace, path)
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, content)
      return { path, characters: content.length }
    },
    say: ({ path, characters }) => ({ sentence: `${path} was written: ${characters} characters.` }),
  },
)

/** Puts the tool beside those of the session, and sends it every message that begins with "save". */
export function addFileWrite({ ground }: ChatSession): void {
  const { tools, router } = ground
  const { name, risk, description: oneLiner } = FILE_WRITE
  const entry: ManifestEntry = { name, oneLiner, group: 'files', priority: 128, risk, contentHash: '' }
  const detail = { ...FILE_WRITE, examples: [], fewShots: [], triggers: [] }
  const shelf: ToolShelf = {
    get entries() {
      return [...tools.entries.filter((one) => one.name !== name), entry]
    },
    get enabled() {
      return [...tools.enabled.filter((one) => one.name !== name), entry]
    },
    isEnabled: (one) => one === name || tools.isEnabled(one),
    has: (one) => one === name || tools.has(one),
    setEnabled: (one, enabled) => tools.setEnabled(one, enabled),
    setPriority: (one, priority) => tools.setPriority(one, priority),
    detail: (one) => (one === name ? detail : tools.detail(one)),
    callable: async (one) => (one === name ? { tool: FILE_WRITE, detail } : tools.callable(one)),
    nearest: (one) => (one.startsWith('file_wr') ? name : tools.nearest(one)),
  }
  const saves: RouteDecision = {
    tool: name,
    confidence: 0.95,
    by: 'classifier',
    candidates: [{ tool: name, score: 0.95 }],
  }
  const route = (message: string, allowed: ReadonlySet<string>) =>
    message.startsWith('save') ? saves : router.route(message, allowed)
  Object.assign(ground, { tools: shelf, router: { ...router, route } })
}

/** A place in the workspace that may not exist yet. */
function placeOf(workspace: string, path: string): string {
  const place = join(workspace, path)
  if (!isInside(realpathSync(workspace), place))
    throw new ToolFailure('outside_workspace', `\`${path}\` is outside the workspace.`)
  return place
}

function textOf(place: string): string {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return ''
  }
}

/** Everything between the first and the last line that differ, as one hunk without context. */
function unifiedDiff(path: string, before: string, after: string): string {
  const [old, fresh] = [linesOf(before), linesOf(after)]
  let start = 0
  while (start < Math.min(old.length, fresh.length) && old[start] === fresh[start]) start++
  let end = 0
  while (end < Math.min(old.length, fresh.length) - start && old.at(-1 - end) === fresh.at(-1 - end)) end++
  const gone = old.slice(start, old.length - end)
  const come = fresh.slice(start, fresh.length - end)
  if (gone.length + come.length === 0) return `${path} would not change.`
  const at = (lines: readonly string[]) => `${start + (lines.length > 0 ? 1 : 0)},${lines.length}`
  return [
    `--- ${before === '' ? '/dev/null' : path}`,
    `+++ ${path}`,
    `@@ -${at(gone)} +${at(come)} @@`,
    ...gone.map((line) => `-${line}`),
    ...come.map((line) => `+${line}`),
  ].join('\n')
}

function linesOf(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n')
}
