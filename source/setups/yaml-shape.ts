// Values of a YAML file with their places: what is wrong is said with line and column.
import { isYamlProblem, parseYaml, type YamlFile, type YamlPath, type YamlProblem } from '../lib/yaml-file.ts'

class Wrong extends Error {
  readonly problem: YamlProblem

  constructor(problem: YamlProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** Reads a file through `read`, which may call `YamlMap.fail`; gives the first thing that is wrong. */
export function readYaml<T>(text: string, file: string, read: (map: YamlMap) => T): T | YamlProblem {
  const yaml = parseYaml(text, file)
  if (isYamlProblem(yaml)) return yaml
  try {
    return read(new YamlMap(yaml, yaml.value, []))
  } catch (error) {
    if (error instanceof Wrong) return error.problem
    throw error
  }
}

/** A map somewhere in a file. */
export class YamlMap {
  readonly #yaml: YamlFile
  readonly #path: YamlPath
  readonly #fields: Readonly<Record<string, unknown>>

  constructor(yaml: YamlFile, value: unknown, path: YamlPath) {
    this.#yaml = yaml
    this.#path = path
    const isMap = typeof value === 'object' && value !== null && !Array.isArray(value)
    this.#fields = isMap ? (value as Record<string, unknown>) : {}
    if (!isMap) this.fail(undefined, path.length === 0 ? 'the file must be a map' : `it must be a map`)
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null
  }

  keys(): readonly string[] {
    return Object.keys(this.#fields)
  }

  /** Refuses every other field. */
  only(names: readonly string[]): void {
    const other = this.keys().find((key) => !names.includes(key))
    if (other !== undefined)
      this.fail(other, `there is no field \`${other}\`; it takes ${names.join(', ')}`, 'key')
  }

  /** Words on one line; `''` where it is left out and not `needed`. */
  text(name: string, longest: number, needed = false): string {
    const value = this.#fields[name]
    if (!this.has(name) && !needed) return ''
    const text = typeof value === 'string' ? value.replace(/\s+/g, ' ').trim() : ''
    if (typeof value !== 'string' || text.length > longest || (needed && text === ''))
      return this.fail(name, `\`${name}\` must be a text of ${needed ? '1' : '0'} to ${longest} characters`)
    return text
  }

  /** A text with its line breaks; `''` where it is left out. */
  lines(name: string, longest: number): string {
    const value = this.#fields[name]
    if (!this.has(name)) return ''
    if (typeof value !== 'string' || value.length > longest)
      return this.fail(name, `\`${name}\` must be a text of at most ${longest} characters`)
    return value.trim()
  }

  /** One of these words, the first where it is left out. */
  choice<T extends string>(name: string, choices: readonly [T, ...T[]]): T {
    const value = this.#fields[name]
    if (!this.has(name)) return choices[0]
    return (
      choices.find((one) => one === value) ?? this.fail(name, `\`${name}\` must be ${choices.join(' or ')}`)
    )
  }

  texts(name: string, longest: number): readonly string[] {
    return this.#list(name).map((value, at) =>
      typeof value === 'string' && value.trim() !== '' && value.length <= longest
        ? value.replace(/\s+/g, ' ').trim()
        : this.fail(name, `it must be a text of 1 to ${longest} characters`, 'value', at),
    )
  }

  maps(name: string): readonly YamlMap[] {
    return this.#list(name).map((value, at) => new YamlMap(this.#yaml, value, [...this.#path, name, at]))
  }

  map(name: string): YamlMap {
    return new YamlMap(this.#yaml, this.#fields[name], [...this.#path, name])
  }

  /** Whole numbers from 0 to `most` by name. */
  numbers(name: string, most: number): { readonly [key: string]: number } {
    if (!this.has(name)) return {}
    const map = this.map(name)
    return Object.fromEntries(map.keys().map((key) => [key, map.#number(key, most)]))
  }

  /** Throws what `readYaml` gives back. */
  fail(name: string | undefined, expected: string, at: 'key' | 'value' = 'value', index?: number): never {
    const path = [
      ...this.#path,
      ...(name === undefined ? [] : [name]),
      ...(index === undefined ? [] : [index]),
    ]
    throw new Wrong(this.#yaml.problem(path, expected, at))
  }

  #number(name: string, most: number): number {
    const value = this.#fields[name]
    if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most) return value
    return this.fail(name, `\`${name}\` must be a whole number from 0 to ${most}`)
  }

  #list(name: string): readonly unknown[] {
    const value = this.#fields[name]
    if (!this.has(name)) return []
    return Array.isArray(value) ? value : this.fail(name, `\`${name}\` must be a list`)
  }
}
