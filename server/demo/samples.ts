import type { NewOrder, Person } from "./visitor.ts";

const AHMEDABAD = { city: "Ahmedabad", state: "Gujarat", zipCode: "380015" };
const SURAT = { city: "Surat", state: "Gujarat", zipCode: "395007" };
const VADODARA = { city: "Vadodara", state: "Gujarat", zipCode: "390007" };

const createPerson = (
  firstName: string,
  lastName: string,
  phoneNumber: string,
  street: string,
  place: typeof SURAT,
): Person => ({
  firstName,
  lastName,
  email: `${firstName}.${lastName}@example.com`.toLowerCase(),
  phoneNumber,
  address: { street, ...place },
});

/** The customer whose login the demo prints. */
export const meera = createPerson("Meera", "Shah", "9825010001", "12 Ring Road", SURAT);

export const otherPeople: readonly Person[] = [
  createPerson("Arjun", "Patel", "9825010002", "4 Lake View, Vastrapur", AHMEDABAD),
  createPerson("Kavya", "Desai", "9825010003", "21 Alkapuri Society", VADODARA),
  createPerson("Rohan", "Mehta", "9825010004", "B-302 Sunrise Heights, Satellite", AHMEDABAD),
  createPerson("Ananya", "Joshi", "9825010005", "8 Riverside Park, Adajan", SURAT),
  createPerson("Farhan", "Qureshi", "9825010006", "17 Mahidharpura", SURAT),
  createPerson("Priya", "Nair", "9825010007", "5 Gotri Road", VADODARA),
  createPerson("Vikram", "Rathod", "9825010008", "44 Navrangpura", AHMEDABAD),
  createPerson("Diya", "Trivedi", "9825010009", "9 Bodakdev Lane", AHMEDABAD),
  createPerson("Harsh", "Vyas", "9825010010", "31 Piplod Main Road", SURAT),
  createPerson("Leela", "Fernandes", "9825010011", "2 Fatehgunj", VADODARA),
  createPerson("Nikhil", "Bhatt", "9825010012", "60 Prahlad Nagar", AHMEDABAD),
];

export const reviews: readonly (readonly [rating: number, message: string])[] = [
  [5, "Heavier than I expected, and the grain is lovely. We use it every day."],
  [5, "Bought one for my mother and came back for a second. The finish is smooth all around."],
  [4, "Beautiful piece. The parcel took a day longer than promised, but it was packed very well."],
  [5, "Looks better on the table than in the pictures."],
  [4, "Good size for four people. Oil it once a month and it stays dark."],
  [3, "The wood is nice, but the colour is lighter than I thought."],
  [5, "No smell of varnish, no splinters. This is how it should be."],
  [5, "My guests asked where it is from. I am a little proud."],
  [4, "Solid and simple. I would like one size larger as well."],
  [
    2,
    "There was a small crack at the edge. The shop refunded part of the price right away, so two stars and not one.",
  ],
];

export const testimonials: readonly (readonly [rating: number, message: string])[] = [
  [5, "Ordered on Monday, used at dinner on Saturday. The tray has not left the table since."],
  [5, "They called before they packed my gift, to ask how to spell a name. Who does that?"],
  [4, "Honest pictures, honest sizes. What you see is what arrives."],
];

export const messages: readonly { from: Person; text: string; answer?: string }[] = [
  {
    from: otherPeople[1]!,
    text: "Can the long chai tray be engraved with a name?",
    answer: "Not yet, but we are trying a small laser this winter. We will write to you when it works.",
  },
  {
    from: otherPeople[4]!,
    text: "Is the oil on the boards safe for food?",
    answer: "Yes. It is pure linseed oil, cured for a week, and nothing else.",
  },
  {
    from: otherPeople[6]!,
    text: "Can you give me a price for forty bowls? They are wedding gifts for February.",
  },
  { from: otherPeople[9]!, text: "My butcher board has become dry and pale. How do I bring it back?" },
];

export const newsletterReaders = ["asha", "ravi", "neha", "imran", "tara", "joel"].map(
  (name) => `${name}@example.com`,
);

export const couriers = ["Delhivery", "DTDC", "Blue Dart"] as const;

export const companyOrder: NewOrder = {
  items: [{ productId: "acacia-thali-platter-round", quantity: 4 }],
  notes: "For the café. Please deliver before noon.",
  companyInvoice: {
    name: "Lake Café LLP",
    address: "2 Ring Road, Surat",
    taxCode: "24AAACC1206D1ZM",
    email: "accounts@lakecafe.example",
  },
};

export const phoneOrder = {
  name: "Suresh Kulkarni",
  phone: "9822010044",
  street: "7 FC Road",
  city: "Pune",
  state: "Maharashtra",
  pin: "411004",
  line: "acacia-chai-tray-long:2",
  hours: "72",
};
