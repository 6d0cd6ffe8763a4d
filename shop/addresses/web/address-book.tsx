import Plus from "lucide/dist/esm/icons/plus.mjs";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { ApiError, isUnanswered } from "#contract/errors.ts";
import { formatPlace } from "#contract/place.ts";
import { call } from "#client/api.ts";
import { announce } from "#ui/announcer.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { EmptyState } from "#ui/empty-state.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { Icon } from "#ui/icon.tsx";
import { Notice } from "#ui/notice.tsx";
import { type AddressInput, addressMessages, withDefault } from "../address.ts";
import {
  addToAddressBook,
  listAddressBook,
  removeAddress,
  setDefaultAddress,
  updateAddress,
} from "../endpoints.ts";
import { type Address, nameAddress } from "../saved-address.ts";
import { AddressCardsSkeleton } from "./address-cards-skeleton.tsx";
import { AddressForm } from "./address-form.tsx";
import { createAddressesQuery, useAddresses } from "./use-addresses.ts";
import { classNames } from "#ui/class-names.ts";
import cardStyles from "./address-cards.module.css";

type Open = Address | "new" | null;

interface AddressBookProps {
  userId: string;
  picture?: ReactNode;
}

export function AddressBook({ userId, picture }: AddressBookProps) {
  const book = useAddressBook(userId);
  const [open, setOpen] = useState<Open>(null);
  const show = (next: Open) => {
    book.forgetProblem();
    setOpen(next);
  };
  return (
    <div ref={useShownTop(open === null)} className="stack gap-6" aria-busy={book.loading || undefined}>
      {book.problem && <Notice tone="danger">{book.problem}</Notice>}
      {open === null ? (
        <List book={book} picture={picture} onOpen={show} />
      ) : (
        <AddressForm
          address={open === "new" ? null : open}
          canBeDefault={open === "new" ? (book.addresses ?? []).length > 0 : !open.isDefault}
          onSave={async (input) => {
            if (await saveAddress(book, open, input)) setOpen(null);
          }}
          onBack={() => show(null)}
        />
      )}
    </div>
  );
}

/** Scrolls to the list when the form is closed. The list is shorter than the form, so it may be above the window. */
function useShownTop(isList: boolean) {
  const top = useRef<HTMLDivElement>(null);
  const wasList = useRef(isList);
  useEffect(() => {
    if (isList && !wasList.current && (top.current?.getBoundingClientRect().top ?? 0) < 0)
      top.current?.scrollIntoView();
    wasList.current = isList;
  }, [isList]);
  return top;
}

const saveAddress = (book: Book, open: Address | "new", input: AddressInput): Promise<boolean> =>
  open === "new" ? book.add(input) : book.change(open._id, input);

interface ListProps extends Pick<AddressBookProps, "picture"> {
  book: Book;
  onOpen: (what: Open) => void;
}

function List({ book, picture, onOpen }: ListProps) {
  if (book.loading) return <AddressCardsSkeleton />;
  if (book.loadFailed || !book.addresses) {
    return <FailureNotice onRetry={book.loadAgain}>{addressMessages.loadFailed}</FailureNotice>;
  }
  const add = () => onOpen("new");
  if (book.addresses.length === 0) {
    return (
      <EmptyState
        title={addressMessages.empty}
        text="Save an address for a faster checkout."
        picture={picture}
        action={<Button onClick={add}>Add a new address</Button>}
      />
    );
  }
  return <AddressCards addresses={book.addresses} book={book} onEdit={onOpen} onAdd={add} />;
}

interface AddressCardsProps {
  addresses: readonly Address[];
  book: Book;
  onEdit: (address: Address) => void;
  onAdd: () => void;
}

function AddressCards({ addresses, book, onEdit, onAdd }: AddressCardsProps) {
  const [removing, setRemoving] = useState<Address | null>(null);
  return (
    <>
      <ul className={classNames("stack gap-4", cardStyles.cards)}>
        {addresses.map((address) => (
          <Card
            key={address._id}
            address={address}
            book={book}
            onEdit={() => onEdit(address)}
            onRemove={() => setRemoving(address)}
          />
        ))}
        <li className="stack">
          <button type="button" className={cardStyles.add} disabled={book.busy !== null} onClick={onAdd}>
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
  book: Book;
  onEdit: () => void;
  onRemove: () => void;
}

const Card = ({ address, book, onEdit, onRemove }: CardProps) => (
  <li className={cardStyles.card}>
    <Lines address={address} />
    <div className={cardStyles.actions}>
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
  <address className={cardStyles.lines}>
    <span className={cardStyles.street}>
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
  book: Book;
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

function useAddressBook(userId: string) {
  const client = useQueryClient();
  const { queryKey } = createAddressesQuery(userId);
  const book = useAddresses(userId);
  const { run, ...state } = useOneTask((cause, isDone) => wasDone(cause, isDone));

  const show = (addresses: Address[]) => void client.setQueryData(queryKey, addresses);
  const fetchAgain = () => client.invalidateQueries({ queryKey });
  const getAddresses = () => client.getQueryData<Address[]>(queryKey) ?? [];
  const wasDone = async (cause: unknown, isDone: IsDone): Promise<boolean> => {
    if (!mayBeDone(cause)) return false;
    const addresses = await call(listAddressBook, { params: { userId } }).catch(() => null);
    if (addresses) show(addresses);
    return addresses !== null && isDone(addresses);
  };

  return {
    addresses: book.data,
    loading: book.isPending,
    loadFailed: book.isError,
    loadAgain: book.refetch,
    ...state,
    add: (body: AddressInput) => {
      const previous = getAddresses();
      return run(
        "save",
        addressMessages.saveFailed,
        async () => {
          await call(addToAddressBook, { params: { userId }, body });
          // The address book in this response must be ignored (§7, D107), so load it again.
          await fetchAgain();
        },
        (addresses) =>
          addresses.some(
            (address) => previous.every(({ _id }) => _id !== address._id) && hasInput(address, body),
          ),
      );
    },
    change: (addressId: string, body: AddressInput) =>
      run(
        "save",
        addressMessages.updateFailed,
        async () => {
          const { addresses } = await call(updateAddress, { params: { userId, addressId }, body });
          await (addresses ? show(addresses) : fetchAgain());
        },
        (addresses) => addresses.some((address) => address._id === addressId && hasInput(address, body)),
      ),
    remove: (addressId: string) =>
      run(
        `remove:${addressId}`,
        addressMessages.removeFailed,
        async () => {
          const removed = getAddresses().find(({ _id }) => _id === addressId);
          await call(removeAddress, { params: { userId, addressId } });
          announce("Address", addressMessages.removed(removed ? nameAddress(removed) : ""));
          show(getAddresses().filter(({ _id }) => _id !== addressId));
          // Another address may now be the default.
          await fetchAgain();
        },
        (addresses) => addresses.every(({ _id }) => _id !== addressId),
      ),
    makeDefault: (addressId: string) =>
      run(
        `default:${addressId}`,
        addressMessages.setDefaultFailed,
        async () => {
          const { addresses } = await call(setDefaultAddress, { params: { userId, addressId } });
          show(addresses ?? withDefault(getAddresses(), addressId));
        },
        (addresses) => addresses.some(({ _id, isDefault }) => _id === addressId && isDefault),
      ),
  };
}

type Book = ReturnType<typeof useAddressBook>;

type IsDone = (addresses: Address[]) => boolean;

/**
 * True if the shop may have made the change, or if another tab may have removed the address (D102). False for 500,
 * because the shop has then made no change.
 */
const mayBeDone = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status !== 500 && (isUnanswered(cause) || cause.status === 404);

/** `isDefault: false` is not compared, because the first address becomes the default anyway. */
const hasInput = (address: Address, { isDefault, ...input }: AddressInput): boolean =>
  (!isDefault || address.isDefault) &&
  Object.entries(input).every(([name, value]) => (address[name as keyof Address] ?? "") === (value ?? ""));

function useOneTask(wasDone: (cause: unknown, isDone: IsDone) => Promise<boolean>) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  /** Returns true if the task succeeded, even if its response was lost. Throws errors that belong to fields. */
  const run = async (
    name: string,
    message: string,
    task: () => Promise<void>,
    isDone: IsDone,
  ): Promise<boolean> => {
    setBusy(name);
    setProblem(null);
    try {
      await task();
      return true;
    } catch (cause) {
      if (await wasDone(cause, isDone)) return true;
      setProblem(cause instanceof ApiError && cause.code === "book_full" ? cause.message : message);
      if (cause instanceof ApiError && cause.fields.length > 0) throw cause;
      return false;
    } finally {
      setBusy(null);
    }
  };

  return {
    run,
    /** The name of the running change: `save`, `remove:<id>` or `default:<id>`; null if no change is running. */
    busy,
    problem,
    forgetProblem: () => setProblem(null),
  };
}
