import { Button, Group } from '@mantine/core';

interface DiscardQuestionProps {
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asked where a form would go with what was typed into it. */
export function DiscardQuestion({ onKeep, onDiscard }: DiscardQuestionProps) {
  return (
    <Group justify="space-between" gap="xs" role="alertdialog" aria-label="Discard what you typed?">
      <strong>Discard what you typed?</strong>
      <Group gap="xs">
        <Button variant="default" color="red" onClick={onDiscard}>
          Discard
        </Button>
        <Button onClick={onKeep} autoFocus>
          Keep editing
        </Button>
      </Group>
    </Group>
  );
}
