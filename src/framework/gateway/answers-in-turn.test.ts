import { create } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { Broker, MessageSchema } from '#generated/proto/broker_pb.js'
import type { Described } from '../kernel/transcoding/transcode.ts'
import { answerInTurn } from './answers-in-turn.ts'

test('a large message for many streams is written in slices, between which others get their turn', async () => {
  const described = { method: Broker.method.subscribe, errorId: 'broker.subscribe' } as unknown as Described
  const message = create(MessageSchema, { body: new Uint8Array(200_000) })
  let turns = 0
  let isOver = false
  const others = () => {
    turns += 1
    if (!isOver) setImmediate(others)
  }
  setImmediate(others)
  const written = await Promise.all(Array.from({ length: 50 }, () => answerInTurn(described, message)))
  isOver = true
  expect(new Set(written).size).toBe(1)
  // Without slices all of them are written in one turn.
  expect(turns).toBeGreaterThan(3)
})
