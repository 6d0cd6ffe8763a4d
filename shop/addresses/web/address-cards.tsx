import { formatPlace } from "#contract/place.ts";
import Plus from "lucide/dist/esm/icons/plus.mjs";
import { useState } from "react";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { Icon } from "#ui/icon.tsx";
import { addressMessages } from "../address.ts";
import { type Address, nameAddress } from "../saved-address.ts";
import type { AddressBook } from "./use-address-book.ts";
import styles from "./address-cards.module.css";

interface AddressCardsProps {
  addresses: readonly Address[];
  book: AddressBook;
  onEdit: (address: Address) => void;
  onAdd: () => void;
}

export function AddressCards({ addresses, book, onEdit, onAdd }: AddressCardsProps) {
  const [removing, setRemoving] = useState<Address | null>(null);
  return (
    <>
      <ul className={styles.cards}>
        {addresses.map((address) => (
          <Card
            key={address._id}
            address={address}
            book={book}
            onEdit={() => onEdit(address)}
            onRemove={() => setRemoving(address)}
          />
        ))}
        <li className={styles.place}>
          <button type="button" className={styles.add} disabled={book.busy !== null} onClick={onAdd}>
            <Icon of={Plus} size={20} />
            Add a new address
          </button>
        </li>
      </ul>
      <ConfirmDialog
        open={removing !== null}
        title={addressMessages.removeTitle}
        question={addressMessages.removeQuestion(removing ? nameAddress(removing) : "")}
        yes="Yes, Remove"
        no="Cancel"
        danger
        onNo={() => setRemoving(null)}
        onYes={() => {
          setRemoving(null);
          if (removing) void book.remove(removing._id);
        }}
      />
    </>
  );
}

interface CardProps {
  address: Address;
  book: AddressBook;
  onEdit: () => void;
  onRemove: () => void;
}

const Card = ({ address, book, onEdit, onRemove }: CardProps) => (
  <li className={styles.card}>
    <Lines address={address} />
    <div className={styles.actions}>
      <AddressAction book={book} what="edit" of={address} onClick={onEdit}>
        Edit
      </AddressAction>
      <AddressAction book={book} what={`remove:${address._id}`} of={address} onClick={onRemove}>
        Remove
      </AddressAction>
      {!address.isDefault && (
        <AddressAction
          book={book}
          what={`default:${address._id}`}
          of={address}
          onClick={() => void book.makeDefault(address._id)}
        >
          Set Default
        </AddressAction>
      )}
    </div>
  </li>
);

const Lines = ({ address }: { address: Address }) => (
  <address className={styles.lines}>
    <span className={styles.street}>
      <span translate="no">{nameAddress(address)}</span>
      {address.isDefault && <Badge tone="success">Default</Badge>}
    </span>
    {address.recipient && <span translate="no">{address.recipient}</span>}
    {address.label && <span translate="no">{address.street}</span>}
    <span translate="no">{formatPlace(address)}</span>
    <span>{address.country}</span>
    {address.phoneNumber && (
      <span>
        Phone <span translate="no">{address.phoneNumber}</span>
      </span>
    )}
  </address>
);

interface AddressActionProps {
  book: AddressBook;
  what: string;
  of: Address;
  onClick: () => void;
  children: string;
}

const AddressAction = ({ book, what, of, onClick, children }: AddressActionProps) => (
  <Button
    variant="quiet"
    busy={book.busy === what}
    disabled={book.busy !== null && book.busy !== what}
    aria-label={`${children} ${nameAddress(of)}`}
    onClick={onClick}
  >
    {children}
  </Button>
);
