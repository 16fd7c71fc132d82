import type { Command } from '../source/contracts/command.ts'

/** `/secret`: a stretch of which nothing is kept. */
const secret: Command = {
  name: 'secret',
  group: 'conversations',
  examples: ['/secret on'],
  usage: '[on|off]',
  summary: 'keep nothing of what is said, or keep it again',
  worksDownTo: 4,
  help: [
    'While it is on, nothing that is said is written to disk: no conversation, no memory, no log. When it is turned off, the model',
    'forgets it too and goes on from where it was. What a tool writes because you ask for it is written.',
  ].join('\n'),
  run: (input, context) => {
    const { secret: control } = context
    if (input === '') return { ok: true, text: stateText(control.isOn()), data: { secret: control.isOn() } }
    if (input !== 'on' && input !== 'off')
      return { ok: false, text: `\`/secret ${input}\` is not known; it takes ${secret.usage}.`, data: null }
    const on = input === 'on'
    if (control.isOn() === on) return { ok: true, text: stateText(on), data: { secret: on } }
    control.set(on)
    const text = on
      ? 'Secret is on: nothing of what is said is kept until `/secret off`.'
      : 'Secret is off: what was said meanwhile is forgotten, and what is said from now on is kept.'
    return { ok: true, text, data: { secret: on } }
  },
}

function stateText(isOn: boolean): string {
  return isOn ? 'Secret is on: nothing of what is said is kept.' : 'Secret is off: conversations are kept.'
}

export default secret
