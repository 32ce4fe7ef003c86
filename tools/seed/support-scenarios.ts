import type { Scenario } from './conversation.ts';
import type { Language } from './people.ts';
import type { Order } from './shop.ts';
import { OTHER_LANGUAGES } from './support-languages.ts';

/** Refunds above this need a human. */
const REFUND_CENTS_MAX = 200_00;
const isSmall = ({ totalCents }: Order): boolean => totalCents <= REFUND_CENTS_MAX;
const hasSizes = ({ size }: Order): boolean => size !== null;

const ENGLISH: readonly Scenario[] = [
  {
    topic: 'delivery',
    agent: 'orders_agent',
    turns: [
      {
        says: [
          'Where is my order {order}? It should have been here in {city} by now.',
          'Hi, I ordered the {item} on {placed} ({order}) and it still has not arrived. Can you check?',
          'Any news on {order}? 📦 We leave for our trip this weekend and need the {item}.',
        ],
        tools: ['lookup_order', 'track_parcel'],
        answers: [
          'Your parcel with {carrier} reached the sorting centre in {hub} and should be with you on **{eta}**. The tracking number is {tracking}.',
          'Good news, {first}: {order} left our warehouse in {warehouse} and is now in {hub}. {carrier} expects to deliver it on **{eta}**.\n\nYou can follow it with the tracking number {tracking}.',
        ],
      },
      {
        says: [
          'I am not home on {eta}. Can they leave it with a neighbour?',
          'What happens if nobody opens the door?',
        ],
        tools: ['search_help'],
        answers: [
          '{carrier} tries once more on the next working day. If you prefer, choose a parcel shop or a neighbour in the tracking page before the morning of {eta}; I cannot change that for you.',
          'The driver leaves a card and the parcel goes to the nearest parcel shop, where it waits for 7 days. You can also name a neighbour on the page of {carrier} until the evening before.',
        ],
      },
      {
        says: [
          'OK. And if it does not come on {eta}?',
          'It said that last week too. What if it is lost?',
        ],
        tools: ['lookup_order', 'create_ticket'],
        answers: [
          'Then we open a search with {carrier} at once. I have noted your case as {ticket}: if the parcel is not there by {eta}, a colleague sends a new {product} without waiting for the result.',
        ],
      },
      {
        says: [
          'Great, thank you!',
          'Perfect, thanks for the quick help 👍',
          'That is all, thanks.',
        ],
        tools: [],
        answers: [
          'You are welcome, {first}. Have a good trip!',
          'Happy to help. Enjoy your {product}!',
        ],
      },
    ],
  },
  {
    topic: 'returns',
    agent: 'returns_agent',
    fits: isSmall,
    turns: [
      {
        says: [
          'I would like to return the {item} from {order}. How does that work?',
          'The {item} is not what I expected, sorry. Can I send it back? Order {order}.',
        ],
        tools: ['lookup_order', 'create_return'],
        answers: [
          'No problem. I have sent a prepaid {carrier} label ({label}) to {email}. Put the {product} in its box, stick the label on and drop it at any parcel shop within 14 days.\n\nOnce it arrives we refund **{total}**.',
        ],
      },
      {
        says: [
          'How long until I get the {total} back?',
          'I drop it off today. Can you start the refund already?',
        ],
        tools: ['lookup_order', 'start_refund'],
        answers: [
          'I have started it: **{total}** under {refund}. It is released as soon as {carrier} scans your parcel and reaches your card within five working days.',
          'Done, {first}. Refund {refund} over {total} is pending and needs nothing more from you than the scan at the parcel shop. Banks take three to five working days.',
        ],
      },
      {
        says: [
          'Could you make that a voucher instead?',
          'My card has changed since. Where does the money go?',
        ],
        tools: ['search_help'],
        answers: [
          'Refunds always go to the payment method of the order. If that card was replaced, your bank forwards the amount to the new one; should it come back to us, we write to {email}.',
        ],
      },
    ],
  },
  {
    topic: 'returns',
    agent: 'returns_agent',
    fits: (order) => !isSmall(order),
    turns: [
      {
        says: [
          'I want my money back for {order}, the {item}. It is unused.',
          'Please refund {order}. The {item} was a gift and he already has one.',
        ],
        tools: ['lookup_order', 'create_return', 'create_ticket'],
        answers: [
          'You can return it: the label {label} is on its way to {email}. Because **{total}** is above 200 EUR, a colleague has to approve the refund. Your reference is {ticket}, and you hear from us within 24 hours.',
        ],
      },
      {
        says: [
          'Why does a person have to approve it? I just want it done.',
          'How long does the approval take?',
        ],
        tools: ['search_help'],
        answers: [
          'It protects customers from refunds that somebody else asks for in their name. Under {ticket} it usually takes less than a day, and the money follows within five working days after the {product} is back.',
        ],
      },
    ],
  },
  {
    topic: 'exchange',
    agent: 'returns_agent',
    fits: hasSizes,
    turns: [
      {
        says: [
          'The {item} from {order} is too small in {size}. Can I swap it for {newSize}?',
          'Do you have the {item} in {newSize}, {color}? I bought {size} and it is tight.',
        ],
        tools: ['lookup_order', 'check_stock'],
        answers: [
          'Yes: {newSize} in {color} is available, {stock} left in {warehouse}. Shall I reserve one and send you a return label for the {size}?',
          'We have {stock} of the {product} in {newSize}, {color}. An exchange is free within 30 days:\n\n- I send you a return label for the {size}\n- the {newSize} leaves {warehouse} the same day\n\nShall I start it?',
        ],
      },
      {
        says: ['Yes please.', 'Yes, go ahead 🙏', 'Please do. Same address.'],
        tools: ['create_return', 'update_order'],
        answers: [
          'Done. The label {label} is in your inbox, and one {product} in {newSize} ships today with {carrier} to {street}, {city}.',
        ],
      },
      {
        says: ['Do I pay if I keep both?', 'What if {newSize} is too big?'],
        tools: ['search_help'],
        answers: [
          'You have 30 days to decide. Anything you keep costs its normal price of {price}; anything unused that comes back is free of charge.',
          'Then send that one back too, at no cost. For the {product}, most people who are between sizes keep the larger one.',
        ],
      },
    ],
  },
  {
    topic: 'damage',
    agent: 'returns_agent',
    turns: [
      {
        says: [
          'The {item} arrived with {damage}, and the box was open. Order {order}.',
          'My {item} ({order}) came today with {damage} 😡 I need it on Friday.',
        ],
        tools: ['lookup_order', 'check_stock'],
        answers: [
          'I am sorry, {first}. I can send a new {product} from {warehouse} today ({stock} in stock); {carrier} delivers it on {eta}. Can you send me a photo of the damage?',
        ],
      },
      {
        says: [
          'Photo sent by e-mail just now. Do I have to send the broken one back?',
          'Here you go, I mailed two photos.',
        ],
        tools: ['update_order', 'create_ticket'],
        answers: [
          'Thank you, that is clear enough. The replacement is on its way and arrives on **{eta}**. Keep or recycle the damaged one; nothing to send back. I filed the photos under {ticket} so that {carrier} pays for it.',
        ],
      },
    ],
  },
  {
    topic: 'billing',
    agent: 'billing_agent',
    fits: isSmall,
    turns: [
      {
        says: [
          'I was charged twice for {order}: {total} on {placed} and the same again a day later.',
          'There are two payments of {total} on my card statement but I only have one order, {order}.',
        ],
        tools: ['lookup_order', 'start_refund'],
        answers: [
          'You are right, the second charge was a mistake: our system repeated it after a timeout of the bank. I have refunded **{total}** ({refund}); it is back on your card within five working days.',
        ],
      },
      {
        says: [
          'Can I have that in writing? And an invoice with VAT, please.',
          'I also need an invoice for my employer.',
        ],
        tools: ['lookup_order'],
        answers: [
          'Both are on their way to {email}: the confirmation of refund {refund} and the invoice for {order} over {total}, VAT included. You also find the PDF under “My orders”.',
        ],
      },
    ],
  },
  {
    topic: 'cancellation',
    agent: 'orders_agent',
    turns: [
      {
        says: [
          'Please cancel {order}, I ordered the wrong {item}.',
          'Can I still cancel {order}? I found the {item} in a shop here.',
        ],
        tools: ['lookup_order', 'update_order'],
        answers: [
          'Done: {order} is cancelled before it left {warehouse}, and **{total}** goes back to your card ({refund}). You get a confirmation at {email}.',
        ],
      },
      {
        says: [
          'Thanks. If I order the right one now, when would it come?',
          'Good. Is it still in stock, in case I change my mind?',
        ],
        tools: ['check_stock'],
        answers: [
          'The order is closed now, but a new one is quick: the {product} in {color} is in stock ({stock} in {warehouse}), and orders before 14:00 leave the same day. You would have it on {eta}.',
        ],
      },
    ],
  },
  {
    topic: 'product question',
    agent: 'product_agent',
    turns: [
      {
        says: [
          'Do you still have the {item} in {color}? I need two by Friday.',
          'Is the {item} available in {color}, and how fast could it be in {city}?',
        ],
        tools: ['check_stock'],
        answers: [
          'Yes, {stock} in {warehouse}.\n\n- Standard delivery: 3 days, free\n- Express: next working day, **9.90 EUR**\n\nThe {product} costs {price}. Shall I reserve two for a day?',
        ],
      },
      {
        says: ['How do I clean it?', 'And how do I look after it? It will get muddy.'],
        tools: ['search_help'],
        answers: ['{care}'],
      },
      {
        says: ['How long is the warranty?', 'What if something breaks after a year?'],
        tools: ['search_help'],
        answers: [
          'Two years on material and workmanship. Send us a photo and the order number, and we repair it or replace it, whichever is quicker.',
        ],
      },
    ],
  },
  {
    topic: 'complaint',
    agent: 'orders_agent',
    turns: [
      {
        says: [
          'This is the third time I write about {order}. The {item} was promised for last Tuesday, your chat said Thursday, and the tracking page has not moved since {hub}. I took a day off for nothing. I expect a clear answer now, not another “please be patient”.',
          'I am really disappointed. I have bought from you for six years and never had this: {order} is stuck, nobody calls back, and the {item} was for my daughter’s first camp. What are you going to do about it?',
        ],
        tools: ['lookup_order', 'track_parcel', 'create_ticket'],
        answers: [
          'You are right to be annoyed, {first}, and I am sorry. Here is what I know: the parcel has been in {hub} since its last scan, and {carrier} now gives {eta} as the delivery date. I have filed {ticket} with our carrier team. If it is not there on {eta}, we send a new {product} by express at our cost, and you need not write a fourth time.',
        ],
      },
      {
        says: ['And the delivery fee?', 'Fine. I want something for the lost day, though.'],
        tools: ['search_help'],
        answers: [
          'I have passed your request on under {ticket}: a colleague can grant a goodwill voucher, which I am not allowed to. Expect an answer at {email} within 24 hours.',
        ],
      },
    ],
  },
];

/** The scenarios of a language. */
export const SCENARIOS: Readonly<Record<Language, readonly Scenario[]>> = {
  english: ENGLISH,
  ...OTHER_LANGUAGES,
};
