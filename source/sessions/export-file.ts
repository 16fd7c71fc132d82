// A conversation into a file of its own: where it may go, and in which form by its ending.
import { extname } from 'node:path'
import { type CommandResult, refusal } from '../contracts/command.ts'
import type { SavedConversation } from '../contracts/conversations.ts'
import { createFileAtomicSync, writeFileAtomicSync } from '../lib/atomic-write.ts'
import { exportPlace } from '../lib/export-place.ts'
import { messageOf } from './folder.ts'
import { renderHtml } from './render-html.ts'
import { renderJson } from './render-json.ts'
import { renderMarkdown } from './render-markdown.ts'

export type Render = (conversation: SavedConversation, when: (time: string) => string) => string

const FORMS: { readonly [ending: string]: Render } = {
  '.md': renderMarkdown,
  '.json': renderJson,
  '.html': renderHtml,
}

const ENDINGS = '.md, .json or .html'

export interface ExportWish {
  readonly conversation: SavedConversation
  readonly when: (time: string) => string
  readonly workspace: string
  /** As it was typed. */
  readonly path: string
  /** A file that is there may be replaced. */
  readonly force: boolean
}

/** Writes it where the person says. */
export function exportConversation({
  conversation,
  when,
  workspace,
  path,
  force,
}: ExportWish): CommandResult {
  const form = FORMS[extname(path.replace(/["']$/, '')).toLowerCase()]
  if (form === undefined) return refusal(`\`${path}\` must end with ${ENDINGS}.`)
  const place = exportPlace(workspace, path)
  if ('reason' in place) return refusal(place.reason)
  try {
    const text = form(conversation, when)
    // A file that is there keeps its mode: who may read that one was decided before.
    if (force) writeFileAtomicSync(place.path, text, { newMode: 0o600 })
    else createFileAtomicSync(place.path, text)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      return refusal(`\`${place.shown}\` is there already; \`/export ${path} --force\` replaces it.`)
    return refusal(`\`${place.shown}\` cannot be written (${messageOf(error)}); try another place.`)
  }
  const turns = conversation.parts.filter((part) => part.type === 'turn').length
  const text = `${turns} ${turns === 1 ? 'turn is' : 'turns are'} in \`${place.shown}\`.`
  return { ok: true, text, data: { id: conversation.id, path: place.path, turns } }
}
