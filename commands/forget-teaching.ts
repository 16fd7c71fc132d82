import type { Command } from '../source/contracts/command.ts'

/** `/forget-teaching`: takes a taught example back. */
const forgetTeaching: Command = {
  name: 'forget-teaching',
  group: 'memory',
  usage: 'ID|undo',
  summary: 'forget something that was taught; `undo` brings the last one back',
  worksDownTo: 2,
  help: 'The router is as if it had never been taught. What was forgotten stands in `teaching/forgotten.yaml` of the home.',
  complete: (input, { teaching: { book } }) =>
    input === '' ? book.read().cases.map(({ id, text }) => ({ text: id, note: text })) : [],
  run: (input, { teaching: { book } }) => {
    if (input === '' || /\s/.test(input))
      return {
        ok: false,
        text: '`/forget-teaching` takes one id, or `undo`; `/teach` lists them.',
        data: null,
      }
    const isUndo = input === 'undo'
    const one = isUndo ? book.undo() : book.forget(input)
    if (one === undefined) {
      const text = isUndo
        ? 'Nothing was forgotten that could come back.'
        : `There is nothing taught as \`${input}\`; \`/teach\` lists what there is.`
      return { ok: false, text, data: null }
    }
    const text = isUndo
      ? `Taught again as ${one.id}: "${one.text}" → ${one.tool ?? 'none'}.`
      : `Forgotten: "${one.text}" → ${one.tool ?? 'none'}. \`/forget-teaching undo\` brings it back.`
    return { ok: true, text, data: { ...one } }
  },
}

export default forgetTeaching
