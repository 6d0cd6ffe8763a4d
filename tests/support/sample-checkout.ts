/** Someone who has ordered before, with a bowl in the bag: what the checkout's form is given. */
export const sampleCheckout = {
  customer: {
    _id: "asha",
    firstName: "Asha",
    lastName: "Patel",
    email: "asha@example.com",
    phoneNumber: "9876543210",
  },
  addresses: [
    {
      _id: "home",
      id: "home",
      street: "12 Ring Road",
      city: "Surat",
      state: "Gujarat",
      zipCode: "395002",
      country: "India",
      isDefault: true,
    },
  ],
  items: [{ productId: "bowl", quantity: 1, price: 899, title: "Acacia Bowl" }],
  totalAmount: 1060.82,
  payable: 96_182,
  delivery: null,
  taxRates: { cgst: 9, sgst: 9 },
};
