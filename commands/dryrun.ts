import type { Command } from '../source/contracts/command.ts'

/** `/dryrun`: tell what tools would do, and run only what reads. */
const dryrun: Command = {
  name: 'dryrun',
  group: 'tools',
  examples: ['/dryrun on'],
  usage: '[on|off]',
  summary: 'only tell what tools would do, or let them do it again',
  worksDownTo: 2,
  help: 'Reading runs as usual. Without on or off, it says which of the two it is. `--dry-run` starts with it on.',
  run: (input, { approvals }) => {
    if (input !== '' && input !== 'on' && input !== 'off')
      return { ok: false, text: `\`/dryrun ${input}\` is not known; it takes on or off.`, data: null }
    if (input !== '') approvals.setDryRun(input === 'on')
    const { dryRun } = approvals
    const text = dryRun
      ? 'Dry run: what tools would do is told; only reading runs.'
      : 'No dry run: tools run as approved.'
    return { ok: true, text, data: { dryRun } }
  },
}

export default dryrun
