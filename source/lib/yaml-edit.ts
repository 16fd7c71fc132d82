// Changes one value of a YAML text and leaves the rest as a person wrote it, comments included.
import { parseDocument } from 'yaml'
import type { YamlPath } from './yaml-file.ts'

/** The text with `value` at `path` (undefined: nothing there). The text must be YAML that can be read. */
export function editYaml(text: string, path: YamlPath, value: unknown): string {
  const document = parseDocument(text)
  if (value === undefined) document.deleteIn(path)
  else document.setIn(path, document.createNode(value))
  return document.toString({ lineWidth: 0 })
}
