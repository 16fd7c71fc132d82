// A report as a person reads it, and as it may leave the machine.
import type { Check, DoctorReport } from '../contracts/doctor.ts'

/** A line a check, its repair below it. */
export function reportText({ checks, repaired }: DoctorReport): string {
  const width = Math.max(...checks.map(({ name }) => name.length))
  const lines = checks.flatMap(({ status, name, text, repair }) => [
    `${status.padEnd(4)}  ${name.padEnd(width)}  ${text}`,
    ...(repair === undefined ? [] : [`${' '.repeat(width + 8)}→ ${repair}`]),
  ])
  return [...repaired.map((sentence) => `mended: ${sentence}`), ...lines, '', summary(checks)].join('\n')
}

/** The report without a sentence in it, because sentences name files and quote what stands in them. */
export function publicReport({ version, checks, repaired, ok }: DoctorReport) {
  return {
    version,
    ok,
    repaired: repaired.length,
    checks: checks.map(({ name, status, facts }) => ({ name, status, facts })),
  }
}

function summary(checks: readonly Check[]): string {
  const count = (status: Check['status']) => checks.filter((one) => one.status === status).length
  const [warned, failed] = [count('warn'), count('fail')]
  if (warned + failed === 0) return 'All is well.'
  return `${failed === 0 ? 'Nothing failed' : `${failed} failed`}, ${warned} ${warned === 1 ? 'warning' : 'warnings'}.`
}
