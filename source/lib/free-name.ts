import { existsSync } from 'node:fs'

/** A path beside which nothing is overwritten: `wanted`, or the first of `wanted-2`, `wanted-3`, … where nothing stands. */
export function freeName(wanted: string): string {
  let name = wanted
  for (let count = 2; existsSync(name); count++) name = `${wanted}-${count}`
  return name
}
