import { expect, test } from 'vitest'
import { choiceOf, flagsOf, openAreas, valueOf } from '../../src/partners/contracts/matrix'
import {
  changesOf,
  difference,
  historyOf,
  movedSince,
  outcomeOf,
  proposedTerms,
  usual,
  type Contract,
  type Version,
} from '../../src/partners/contracts/terms'
import { entered, seasonsOf, sent, yearLater } from '../../src/partners/rates/rates'

const version = (more: Partial<Version> = {}) =>
  ({
    id: 1,
    contract: 1,
    proposed_by: 2,
    is_reviewed: false,
    is_accepted: false,
    reviewed_by: null,
    reviewed_at: null,
    created_at: '2027-03-01T10:00:00Z',
    base_snapshot: usual,
    requested_changes: { notice_period: { from: 0, to: 30 }, contract_terms: { from: 'F', to: 'N' } },
    ...more,
  }) as Version
const contract = (more: Partial<Contract> = {}) =>
  ({
    ...usual,
    user: 2,
    partner: 6,
    created_at: '2027-01-01T10:00:00Z',
    accepted_at: null,
    cancelled_at: null,
    pending_version: null,
    ...more,
  }) as Contract

test('the terms that are proposed are those in force with what waits', () => {
  expect(proposedTerms(contract())).toEqual(usual)
  expect(proposedTerms(contract({ pending_version: version() }))).toEqual({
    ...usual,
    notice_period: 30,
    contract_terms: 'N',
  })
})

test('only the terms that differ are sent', () => {
  expect(difference(usual, { ...usual, to_sync_ss: false, comments: 'a' })).toEqual({
    to_sync_ss: false,
    comments: 'a',
  })
  expect(difference(usual, { ...usual })).toEqual({})
})

test('terms that moved since the proposal are named', () => {
  expect(movedSince(contract({ pending_version: version() }))).toEqual([])
  expect(movedSince(contract({ ss_deadline: 3, pending_version: version() }))).toEqual(['ss_deadline'])
  expect(movedSince(contract())).toEqual([])
})

test('a version tells its changes in the order of the terms, and what became of it', () => {
  expect(changesOf(version()).map((c) => c.name)).toEqual(['contract_terms', 'notice_period'])
  expect(outcomeOf(version())).toBe('waits')
  expect(outcomeOf(version({ is_reviewed: true, is_accepted: true, reviewed_by: 6 }))).toBe('accepted')
  expect(outcomeOf(version({ is_reviewed: true, reviewed_by: 6 }))).toBe('rejected')
  expect(outcomeOf(version({ is_reviewed: true, reviewed_by: 2 }))).toBe('withdrawn')
})

test('the history is told latest first, with a counter-proposal before the agreement', () => {
  const c = contract({ accepted_at: '2027-02-01T10:00:00Z', cancelled_at: '2027-04-01T10:00:00Z' })
  const versions = [version(), version({ id: 2, created_at: '2027-01-15T10:00:00Z' })]
  expect(historyOf(c, versions).map((s) => s.kind)).toEqual(['cancelled', 'version', 'inforce', 'version', 'proposed'])
})

test('the matrix has true and false, and three answers where the hotel can approve', () => {
  expect([true, false, undefined, 'O'].map(choiceOf)).toEqual(['Y', 'N', 'N', 'O'])
  expect(valueOf('photos', 'select', 'O')).toBe('O')
  expect(valueOf('photos', 'allowed', 'Y')).toBe(true)
  expect(valueOf('facts', 'pools', 'N')).toBe(false)
  expect(flagsOf('facts', ['pools'])).toEqual(['allowed', 'edit', 'pools'])
  expect(openAreas({ facts: { allowed: true }, photos: { allowed: false }, rooming: { allowed: true } })).toEqual([
    'facts',
    'rooming',
  ])
})

test('a room is shown with the days on which nothing is allotted', () => {
  const row = (start_date: string, end_date: string) => ({
    room: 1,
    start_date,
    end_date,
    quantity: 5,
    release_days: 7,
  })
  const parts = seasonsOf(
    [row('2027-06-01', '2027-06-30'), row('2027-05-01', '2027-05-10')],
    '2027-05-01',
    '2027-07-01',
  )
  expect(parts.map((p) => [p.from, p.to, p.days, p.row !== undefined])).toEqual([
    ['2027-05-01', '2027-05-10', 10, true],
    ['2027-05-11', '2027-05-31', 21, false],
    ['2027-06-01', '2027-06-30', 30, true],
    ['2027-07-01', '2027-07-01', 1, false],
  ])
})

test('a season a year later keeps its days, also around 29 February', () => {
  expect(yearLater('2027-05-01')).toBe('2028-05-01')
  expect(yearLater('2028-02-29')).toBe('2029-03-01')
})

test('a number that was deleted is not sent, so that the server names it', () => {
  expect(sent([entered({ room: 1, start_date: '2027-05-01', end_date: '', quantity: null, release_days: 0 })])).toEqual(
    [{ room: 1, start_date: '2027-05-01', release_days: 0 }],
  )
})
