import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { type ChangedFile, changeFile, previewChange, secretNote } from '../../source/toolkit/change-file.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { cutLine } from '../../source/toolkit/truncate.ts'

type Arguments = { readonly path: string; readonly old: string; readonly new: string }

/** Of the lines in which a passage stands. */
const MOST_LINES = 10
/** Of a passage in a sentence. */
const MOST_CHARACTERS = 60

export default defineTool<Arguments, ChangedFile>({
  name: 'file_edit',
  description: 'Replace an exact passage of a text file by another; it must occur exactly once',
  parameters: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'file',
        'x-ask': 'Which file should I change?',
        description: 'file to change',
      },
      old: {
        type: 'string',
        'x-from': 'message',
        'x-looks': 'quoted',
        'x-passage': 'path',
        'x-ask': 'Which words of the file should be replaced?',
        description: 'passage as it stands in the file',
      },
      new: {
        type: 'string',
        'x-from': 'message',
        'x-instead': true,
        'x-or': [''],
        'x-empty':
          '\\b(?:remov|delet|eras|drop|strip|cut|get rid|take (?:out|away)|take\\b.*\\b(?:out of|off)\\b|cross(?:ed)?\\b.*\\b(?:out|off)\\b|strik|scratch|omit|rm\\b|with nothing)',
        description: 'text in its place; empty to take the passage out',
      },
    },
    required: ['path', 'old', 'new'],
  },
  risk: 'write',
  approvalKey: 'path',
  holdsPreview: true,
  preview: (args, context) => previewChange(context, args.path, edit(args)),
  run: (args, context) => changeFile(context, args.path, edit(args)),
  say(changed, args) {
    const { path, outcome } = changed
    const name = visible(path)
    const old = quoted(args.old)
    if (outcome === 'same')
      return { sentence: `${name} would stay as it is; nothing was written.`, key: [name] }
    const sentence =
      args.new === ''
        ? `${old} was taken out of ${name}.`
        : `In ${name}, ${old} was replaced by ${quoted(args.new)}.`
    return { sentence: (addedTo(name, args) ?? sentence) + secretNote(changed), key: [name] }
  },
})

/** Puts `new` in the place of `old`; throws when `old` is not there exactly once. */
function edit(args: Arguments) {
  return (before: string | undefined, shown: string): string => {
    if (args.old === '')
      throw new ToolFailure('no_passage', 'There is no passage to replace; say which words of the file.')
    if (before === undefined)
      throw new ToolFailure('not_found', `There is no file \`${shown}\` to change; make it by writing it.`)
    // A model writes plain line breaks, whatever the file has.
    const isAsWritten = args.old.includes('\n') && before.includes(args.old)
    const breaks = (isAsWritten ? args.old : before).includes('\r\n') ? '\r\n' : '\n'
    const old = isAsWritten ? args.old : args.old.replace(/\r?\n/g, breaks)
    const places = placesOf(before, old)
    const [place] = places
    if (place === undefined) throw notThere(before, args.old, shown)
    if (places.length > 1) throw tooOften(before, args.old, places, shown)
    return before.slice(0, place) + args.new.replace(/\r?\n/g, breaks) + before.slice(place + old.length)
  }
}

function placesOf(text: string, passage: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(passage); at !== -1; at = text.indexOf(passage, at + 1)) places.push(at)
  return places
}

function tooOften(text: string, old: string, places: readonly number[], shown: string): ToolFailure {
  const lines = linesOf(text, places)
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : ''
  const where = `${lines.length === 1 ? 'line' : 'lines'} ${lines.slice(0, MOST_LINES).join(', ')}${more}`
  return new ToolFailure(
    'not_unique',
    `${quoted(old)} occurs ${count(places.length, 'time', 'times')} in \`${shown}\` (${where}); give more of the text around the one that you mean.`,
  )
}

function notThere(text: string, old: string, shown: string): ToolFailure {
  const [other] = placesOf(text.toLowerCase(), old.toLowerCase())
  const hint =
    other === undefined
      ? 'read the file to see how it is written.'
      : `with other capital letters it is in line ${linesOf(text, [other]).join()}.`
  return new ToolFailure('no_passage', `${quoted(old)} does not occur in \`${shown}\`; ${hint}`)
}

/** The numbers of the lines in which these places, in order, are; each line once. */
function linesOf(text: string, places: readonly number[]): readonly number[] {
  const lines = new Set<number>()
  let line = 1
  let next = text.indexOf('\n')
  for (const place of places) {
    while (next !== -1 && next < place) {
      line += 1
      next = text.indexOf('\n', next + 1)
    }
    lines.add(line)
  }
  return [...lines]
}

/** Of lines that come behind what stays. */
function addedTo(name: string, args: { readonly old: string; readonly new: string }): string | undefined {
  const added = args.new.startsWith(`${args.old}\n`) ? args.new.slice(args.old.length + 1).trim() : ''
  return added === '' ? undefined : `${quoted(added)} was added to ${name}.`
}

function quoted(text: string): string {
  return `"${cutLine(visible(text).replaceAll('\n', '⏎'), MOST_CHARACTERS)}"`
}
