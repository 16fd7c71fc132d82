import { defineTool } from '../../source/contracts/tool.ts'
import { foldersOf, planName } from '../../source/toolkit/name-folder.ts'
import { visible } from '../../source/toolkit/plain-words.ts'

type Arguments = { readonly path: string; readonly label: string }

type Named = {
  readonly label: string
  /** Absolute, without links. */
  readonly path: string
  readonly exists: boolean
  /** Why it cannot be read all the same; null: it can. */
  readonly closed: string | null
  readonly outcome: 'named' | 'same'
}

const WORD = String.raw`["“‘']?(?!(?:an?|and|as|before|belongs?|dir|directory|folder|for|from|goes|go|i[nst]|it|leads?|must|my|of|on|one|or|points?|refers?|should|stands?|that|the|this|to|usual|well|will)\b)([\p{L}\p{N}][\p{L}\p{N}_-]*)["”’']?`
const END = String.raw`(?=\s*(?:[.,!?;]|$|(?:as well|from now|in the|instead|likewise|please|pls|too)\b))`
/** "The label work to …", "the name Thesis.", "… as photos", "call that folder Archive". */
const LABEL_NAME = [
  String.raw`\b(?:label|lable|alias|nickname|shortcut|name)\s+${WORD}\s+(?:(?:should|must|to)\s+)?(?:now\s+)?(?:(?:point|go|lead|refer|belong)s?\s+)?(?:to|for|on|onto|at|means|=|->)\s`,
  String.raw`\b(?:the|as) (?:folder )?(?:name|naem|label|alias)\s+${WORD}${END}`,
  String.raw`\bas\s+${WORD}${END}`,
  String.raw`\b(?:call|name|label)\s+(?:that|this|it|the)(?: (?:one|folder|directory|dir))?\s+${WORD}${END}`,
].join('|')

export default defineTool<Arguments, Named>({
  name: 'path_set',
  description: 'Give a folder a name, or move a name to another folder',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'file',
        description: 'the folder, as the user wrote it',
      },
      label: {
        type: 'string',
        'x-from': 'message',
        'x-named': LABEL_NAME,
        description: 'the name for it',
      },
    },
    required: ['path', 'label'],
  },
  risk: 'write',
  approvalKey: 'path',
  async widens(args, context) {
    const { path, closed, opens } = await planName(context, args.path, args.label)
    return opens && closed === undefined
      ? visible(`it opens \`${path}\` to every tool that reads files`)
      : undefined
  },
  async preview(args, context) {
    const { label, path, exists, closed, before } = await planName(context, args.path, args.label)
    if (before === path) return visible(`${label} is ${path} already.`)
    const until = before === undefined ? '' : ` (until now ${before})`
    const opened =
      closed === undefined
        ? 'Everything in this folder can then be read without a question, as in the workspace; nothing in it can be written.'
        : `The folder gets the name alone and is not opened for reading: ${closed}.`
    const missing = exists ? '' : '\nIt does not exist yet.'
    return visible(`${label} would be ${path}${until}.\n${opened}${missing}`)
  },
  async run(args, context) {
    const { label, path, exists, closed = null, before } = await planName(context, args.path, args.label)
    if (before !== path) foldersOf(context).set(label, path)
    return { label, path, exists, closed, outcome: before === path ? 'same' : 'named' }
  },
  say({ label, path, exists, closed, outcome }) {
    const missing = exists ? '' : '; no such folder exists yet'
    const unread = closed === null ? '' : `; it cannot be read by this name, because ${closed}`
    return {
      sentence: visible(`${label} is ${outcome === 'same' ? 'already' : 'now'} ${path}${missing}${unread}.`),
      key: [visible(label), visible(path)],
    }
  },
})
