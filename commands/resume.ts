import type { Command } from '../source/contracts/command.ts'

/** `/resume`: an earlier conversation goes on. */
const resume: Command = {
  name: 'resume',
  usage: '[ID|last]',
  summary: 'go on with an earlier conversation',
  worksDownTo: 3,
  help: [
    'The beginning of an id is enough; without one it is the last conversation of this folder, as `--continue` takes it at the',
    'start. What is said from then on stands in the same file. One of the archive comes out of it.',
  ].join('\n'),
  complete: (input, { conversations }) =>
    input === ''
      ? conversations
          .rows(true)
          .filter((row) => !row.current)
          .map((row) => ({ text: row.id, note: `${conversations.when(row.changed)}  ${row.title}` }))
      : [],
  run: (input, { conversations }) =>
    /\s/.test(input)
      ? { ok: false, text: `\`/resume ${input}\` is not known; it takes ${resume.usage}.`, data: null }
      : conversations.resume(input || 'last'),
}

export default resume
