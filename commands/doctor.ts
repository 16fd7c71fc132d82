import type { Command } from '../source/contracts/command.ts'

const WORDS = ['repair', 'sums']

/** `/doctor`: everything that the program stands on, each with what to do. */
const doctor: Command = {
  name: 'doctor',
  usage: '[repair] [sums]',
  summary: 'check the machine, the engine, the models and the home',
  worksDownTo: 4,
  group: 'program',
  examples: ['/doctor', '/doctor repair'],
  help: [
    '`repair` mends what can be mended without loss; `sums` reads every installed model whole and holds its SHA-256 against the catalogue.',
    '`ethervox doctor` does the same where the chat does not start, and makes a bundle for somebody who helps.',
  ].join('\n'),
  complete: () => WORDS.map((text) => ({ text })),
  run: async (input, context) => {
    const words = input.split(/\s+/).filter(Boolean)
    const unknown = words.find((word) => !WORDS.includes(word))
    if (unknown !== undefined)
      return { ok: false, text: `\`/doctor\` knows no \`${unknown}\`; it takes ${doctor.usage}.`, data: null }
    const report = await context.doctor.check({
      repair: words.includes('repair'),
      sums: words.includes('sums'),
    })
    const width = Math.max(...report.checks.map(({ name }) => name.length))
    const lines = report.checks.flatMap(({ status, name, text, repair }) => [
      `  ${status.padEnd(4)}  ${name.padEnd(width)}  ${text}`,
      ...(repair === undefined ? [] : [`${' '.repeat(width + 10)}→ ${repair}`]),
    ])
    const text = [...report.repaired.map((sentence) => `mended: ${sentence}`), ...lines].join('\n')
    const data = report.checks.map(({ name, status, text: found, repair = null }) => ({
      name,
      status,
      text: found,
      repair,
    }))
    return { ok: report.ok, text, data: { checks: data, repaired: [...report.repaired] } }
  },
}

export default doctor
