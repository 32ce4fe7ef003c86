import { expect, it } from 'vitest';
import { encodeGlobalId } from '#contracts/wire/ids.ts';
import { comparisonOf } from './linked-experiments.ts';

const HERE = encodeGlobalId('Dataset', 1);
const THERE = encodeGlobalId('Dataset', 2);
const linked = (number: number, dataset = HERE, name = `prompt ${number}`) => {
  const id = encodeGlobalId('Experiment', number + (dataset === HERE ? 0 : 100));
  return { id, experiment: { id, name, dataset_id: dataset, sequence_number: number } };
};
const lost = { id: 'RXhwZXJpbWVudDo5', experiment: null };

it('compares experiments of one dataset in the order of the link, each once', () => {
  expect(comparisonOf(HERE, [linked(2), linked(1), linked(2)])).toEqual({
    dataset: HERE,
    numbers: [2, 1],
    leftOut: null,
  });
});

it('keeps to the dataset of the link, and says which experiments of others are left out', () => {
  expect(
    comparisonOf(HERE, [linked(7, THERE), linked(2), linked(8, THERE, ''), linked(1)]),
  ).toEqual({
    dataset: HERE,
    numbers: [2, 1],
    leftOut:
      'Not compared: #7 prompt 7, #8 no name. Experiments of different datasets have no examples in common.',
  });
});

it('goes to the dataset of the first where the dataset of the link has none of them', () => {
  expect(comparisonOf(HERE, [linked(7, THERE), lost])).toEqual({
    dataset: THERE,
    numbers: [7],
    leftOut: 'Not compared: RXhwZXJpbWVudDo5. No experiment has this ID.',
  });
});

it('says which are too many, and stays where none is left', () => {
  const many = comparisonOf(
    HERE,
    [1, 2, 3, 4, 5].map((number) => linked(number)),
  );
  expect(many).toEqual({
    dataset: HERE,
    numbers: [1, 2, 3, 4],
    leftOut: 'Not compared: #5 prompt 5. At most 4 experiments can be compared.',
  });
  expect(comparisonOf(HERE, [lost, { id: 'x'.repeat(500), experiment: null }])).toEqual({
    dataset: HERE,
    numbers: [],
    leftOut: `Not compared: RXhwZXJpbWVudDo5, ${'x'.repeat(60)}. No experiments have these IDs.`,
  });
});
