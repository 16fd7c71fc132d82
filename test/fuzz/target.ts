// What is fuzzed: each target is a file of `targets/` that exports `open`. Next: `generate.ts`, `run.ts`.
import type { Random } from './random.ts'

/** Makes another input of one that there is; `donor` is another one of the same target. */
export type Mutator = (input: Buffer, random: Random, donor: Buffer) => Buffer

export interface Target {
  /** Inputs that the program itself would write, or a person. */
  readonly seeds: readonly Buffer[]
  /** A choice of one of them is made for each change; one that stands here twice is made twice as often. */
  readonly mutators: readonly Mutator[]
  /** Longer inputs are cut. */
  readonly mostBytes: number
  /**
   * Hands the input to the program's own code. The contract of each target is that this code gives a value or a reason and does not
   * throw; so what is thrown here is a finding, be it the program's error or an `AssertionError` for what the value is not.
   */
  run(input: Buffer): void | Promise<void>
  /** Removes what `open` made. */
  close?(): void
}

/** What a file of `targets/` exports. */
export interface TargetModule {
  open(): Promise<Target>
}

/** Hours are wanted of each: docs/fuzzing.md. */
export const TARGETS = [
  'manifest',
  'tool-file',
  'plugin',
  'mcp',
  'calls',
  'settings',
  'state',
  'composite',
  'expression',
  'mcp-config',
  'memory-pages',
] as const

/** The file of a target. */
export function fileOfTarget(name: string): string {
  return new URL(`./targets/${name}.ts`, import.meta.url).href
}
