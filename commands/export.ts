import { type Command, fileNameIn } from '../source/contracts/command.ts'

const FORCE = /(?:^|\s)--force(?=\s|$)/

/** `/export`: the conversation as a file for others. */
const exportCommand: Command = {
  name: 'export',
  group: 'conversations',
  examples: ['/export chat.md'],
  usage: 'FILE.md|.json|.html [--force]',
  summary: 'write this conversation into a file',
  worksDownTo: 3,
  help: [
    'The ending chooses the form. The file goes into the folder that tools work in, or where the path leads; one that is there',
    'already is only replaced with `--force`. Secret turns are not in it.',
  ].join('\n'),
  run: (input, { conversations }) => {
    const path = fileNameIn(input.replace(FORCE, ''))
    return path === ''
      ? { ok: false, text: '`/export` takes a file, e.g. `/export chat.md`.', data: null }
      : conversations.exportTo(path, FORCE.test(input))
  },
}

export default exportCommand
