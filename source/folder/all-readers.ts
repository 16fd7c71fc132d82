// Every kind of file that becomes tables, a file each.
import type { FolderReader } from '../contracts/folder.ts'
import { csvReader } from './readers/csv.ts'
import { docxReader } from './readers/docx.ts'
import { envReader } from './readers/env.ts'
import { iniReader } from './readers/ini.ts'
import { jsonReader } from './readers/json.ts'
import { jsonlReader } from './readers/jsonl.ts'
import { logReader } from './readers/log.ts'
import { odsReader } from './readers/ods.ts'
import { pdfReader } from './readers/pdf.ts'
import { textReader } from './readers/text.ts'
import { tomlReader } from './readers/toml.ts'
import { xlsxReader } from './readers/xlsx.ts'
import { yamlReader } from './readers/yaml.ts'

export const READERS: readonly FolderReader[] = [
  csvReader,
  jsonReader,
  jsonlReader,
  yamlReader,
  tomlReader,
  iniReader,
  envReader,
  xlsxReader,
  odsReader,
  pdfReader,
  docxReader,
  logReader,
  textReader,
]
