import { Modal } from '@mantine/core';

export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Find anything">
      …
    </Modal>
  );
}
