// What a request asks for.
import type { RouteDecision } from './router.ts'
import type { TableFigures } from './table-request.ts'

/** What may be asked for; `tool` is any tool that none of the others stands for. */
export const ACTS = [
  'ask',
  'change',
  'tool',
  'remember',
  'remind',
  'recall',
  'forget',
  'undo',
  'reply',
  'cannot',
  'talk',
] as const
export type Act = (typeof ACTS)[number]

/** Probability of each act, 0 to 1; together 1. */
export type ActShares = Readonly<Record<Act, number>>

/** The request before, and what it was. */
export interface LastRequest {
  readonly message: string
  readonly act: Act
  /** The tool that it was for, if any. */
  readonly tool?: string | undefined
}

/** What a program like this one cannot do. */
export const BEYOND = [
  'mail',
  'message',
  'call',
  'post',
  'book',
  'order',
  'pay',
  'live',
  'home',
  'print',
  'photo',
  'media',
  'calendar',
  'contact',
  'account',
  'machine',
  'sense',
  'world',
  'other',
] as const
export type Beyond = (typeof BEYOND)[number]

/** A request as it was read. */
export interface Reading {
  readonly acts: ActShares
  /** A sentence model read it; by words alone it is too often mistaken to be held against anything. */
  readonly isMeant: boolean
  /** What it is, if it is something that cannot be done. */
  readonly beyond: Beyond
}

/** A request with what stands around it. */
export interface RequestRead {
  readonly request: string
  readonly route: Pick<RouteDecision, 'tool' | 'by' | 'candidates'>
  readonly last: LastRequest | undefined
  /** undefined: the folder has no tables. */
  readonly tables: TableFigures | undefined
}
