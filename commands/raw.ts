import type { Command } from '../source/contracts/command.ts'

/** `/raw`: answers as they are written, or drawn. */
const raw: Command = {
  name: 'raw',
  group: 'talk',
  examples: ['/raw on'],
  usage: '[on|off]',
  summary: 'show answers as they are written, or drawn',
  worksDownTo: 4,
  help: [
    'Without a word it changes from one to the other. The last answer is shown once more, in the new way, so that its',
    'Markdown can be copied. Alt-M does the same, also while an answer is written.',
    '',
    '  /raw on      signs such as ** and ``` are shown',
    '  /raw off     headings, lists, tables and code are drawn',
  ].join('\n'),
  run: (input, { reading }) => {
    const word = input.trim().toLowerCase()
    if (word !== '' && word !== 'on' && word !== 'off')
      return { ok: false, text: `\`${input}\` is not known; it takes on or off.`, data: null }
    const on = word === '' ? !reading.raw : word === 'on'
    reading.setRaw(on)
    const text = on ? 'Answers are shown as they are written.' : 'Answers are drawn.'
    return { ok: true, text, data: { raw: on } }
  },
}

export default raw
