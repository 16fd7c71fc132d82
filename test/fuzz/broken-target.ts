// A target with every fault that the harness looks for, to show that it finds them: the first character says which.
import type { Target } from './target.ts'

export async function open(): Promise<Target> {
  return {
    seeds: [Buffer.from('well')],
    mutators: [
      (_, random) =>
        Buffer.from(`${random.pick(['w', process.env.FUZZ_FAULT ?? 'w'])}${random.below(1_000)}`),
    ],
    mostBytes: 100,
    run(input) {
      const kind = String.fromCharCode(input[0] ?? 0)
      if (kind === 'c') throw new TypeError('it is broken')
      if (kind === 'l') void Promise.reject(new Error('nobody waits for it'))
      if (kind === 'p') (Object.prototype as { fuzzed?: boolean }).fuzzed = true
      if (kind === 'h') for (;;);
      if (kind === 'r') /^(?:a+)+$/.test(`${'a'.repeat(60)}!`)
      if (kind === 'm') for (const all: string[] = []; ; ) all.push(`${'x'.repeat(1_000)}${all.length}`)
      return kind === 's' ? new Promise(() => undefined) : Promise.resolve()
    },
  }
}
