import { defineTool } from '../../source/contracts/tool.ts'
import { type ChangedFile, changeFile, previewChange, secretNote } from '../../source/toolkit/change-file.ts'
import { count, visible } from '../../source/toolkit/plain-words.ts'

type Arguments = { readonly path: string; readonly content: string }

export default defineTool<Arguments, ChangedFile>({
  name: 'file_write',
  description: 'Create a text file, or overwrite all of it',
  parameters: {
    type: 'object',
    properties: {
      path: { type: 'string', 'x-from': 'message', 'x-looks': 'file', description: 'file to write' },
      content: {
        type: 'string',
        'x-from': 'message',
        'x-free': true,
        'x-looks': 'quoted',
        'x-behind':
          '^[^:"\']{0,100}(?:\\b(?:contents?|text|says?|saying|reads?|this|that|it|following|lines?|words?)|\\.\\w{1,5})\\s*:\\s+',
        'x-or': [''],
        'x-empty':
          '\\be(?:m+p?t|mtp)(?:y|ie)(?!\\w*\\.\\w)|\\bblank(?!\\w*\\.\\w)|\\btouch\\b|\\bnothing\\b|\\b(?:no|without(?: any)?) (?:text|contents?|anything)\\b|\\b(?:0|zero)[ -]bytes?\\b|\\bclear(?:s|ed)?\\b|\\bwipe|\\btruncate|(?:^|\\s):?> ?\\S+$|/dev/null',
        description: "text to write, in the user's words; empty for a blank file",
      },
    },
    required: ['path', 'content'],
  },
  risk: 'write',
  approvalKey: 'path',
  holdsPreview: true,
  preview: ({ path, content }, context) => previewChange(context, path, () => content),
  run: ({ path, content }, context) => changeFile(context, path, () => content),
  say(changed) {
    const { path, outcome, bytes } = changed
    const name = visible(path)
    if (outcome === 'same')
      return { sentence: `${name} has exactly this content already; nothing was written.`, key: [name] }
    const size = bytes === 0 ? 'empty' : count(bytes, 'byte', 'bytes')
    const sentence = `${name} was ${outcome === 'made' ? 'made' : 'written'} (${size}).`
    return { sentence: sentence + secretNote(changed), key: [name] }
  },
})
