import type { Command } from '../source/contracts/command.ts'

/** `/skill`: a message with a skill. */
const skill: Command = {
  name: 'skill',
  group: 'talk',
  examples: ['/skill commit write a message for my last change', '/skill commit'],
  usage: 'NAME [MESSAGE]',
  summary: 'send a message with a skill',
  worksDownTo: 3,
  help: [
    'A skill is a file with instructions; `/skills` lists them. It stands behind this one message, within a budget of tokens.',
    'Without a message it goes with the next one. A message that is surely about a skill takes it along by itself, which is said.',
  ].join('\n'),
  complete: (input, { skills }) =>
    input !== ''
      ? []
      : skills
          .list()
          .filter(({ state }) => state === 'used')
          .map(({ name, description }) => ({ text: name, note: description })),
  run: (input, { skills }) => {
    const [, name = '', text = ''] = /^(\S+)\s*([\s\S]*)$/.exec(input.trim()) ?? []
    return name === ''
      ? { ok: false, text: '`/skill` needs a name behind it; `/skills` lists them.', data: null }
      : skills.use(name, text.trim())
  },
}

export default skill
