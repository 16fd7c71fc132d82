import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'
import { type ChangedFile, changeFile, previewChange, secretNote } from '../../source/toolkit/change-file.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'
import { splitLines } from '../../source/toolkit/read-text.ts'

type Arguments = { readonly path: string; readonly content: string }

export default defineTool<Arguments, ChangedFile>({
  name: 'file_append',
  description: 'Add text to the end of a file, keeping what is there',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-from': 'message', 'x-looks': 'file', description: 'file to add to' },
      content: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        'x-behind':
          '^[^:"\']{0,60}\\b(?:add|append|put|line|end|bottom|underneath|below|foot)\\b[^:"\']{0,40}(?<!\\s\\d{1,3}):\\s+|^[^:"]{0,120}\\b(?:should|must|shall|has to)(?: also| now)? (?:say|read):\\s+',
        description: "text to add, in the user's words",
      },
    },
    required: ['path', 'content'],
  },
  risk: 'write',
  approvalKey: 'path',
  holdsPreview: true,
  preview: ({ path, content }, context) => previewChange(context, path, (before) => added(before, content)),
  run: ({ path, content }, context) => changeFile(context, path, (before) => added(before, content)),
  say(changed, { content }) {
    const { path, outcome } = changed
    const name = visible(path)
    const lines = count(splitLines(content).length, 'line', 'lines')
    const sentence =
      outcome === 'made'
        ? `There was no ${name}; it was made with ${lines}.`
        : `${lines} ${splitLines(content).length === 1 ? 'was' : 'were'} added to ${name}.`
    return { sentence: sentence + secretNote(changed), key: [name] }
  },
})

/** The text as lines of their own at the end, with the line breaks that the file has. */
function added(before: string | undefined, content: string): string {
  if (content === '') throw new ToolFailure('no_content', 'There is no text to add; say what it is.')
  const lineBreak = before?.includes('\r\n') ? '\r\n' : '\n'
  const text = content.replace(/\r\n|\n/g, lineBreak)
  const start = before === undefined || before === '' || /[\n\r]$/.test(before) ? '' : lineBreak
  return `${before ?? ''}${start}${text}${/\n$/.test(text) ? '' : lineBreak}`
}
